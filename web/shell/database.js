// Reads and writes the browser's database in one transaction, so that other tabs cannot change the data in between.

const STORES = { notes: null, files: "at" }; // the value is the field by which the store can be sorted

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// Runs `work` with `get`, `put`, `remove` and `sorted`. Fails if the browser refuses its database.
export async function within(name, work) {
  const opening = indexedDB.open("palimpsest", 1);
  opening.onupgradeneeded = () => {
    for (const [made, field] of Object.entries(STORES)) {
      const store = opening.result.createObjectStore(made);
      if (field) store.createIndex(field, field);
    }
  };
  const database = await done(opening);
  try {
    const transaction = database.transaction(name, "readwrite");
    const finished = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    finished.catch(() => {}); // handled here too, because it is not awaited below if the work fails first
    const store = transaction.objectStore(name);
    const result = await work({
      get: (key) => done(store.get(key)),
      put: (key, value) => done(store.put(value, key)),
      remove: (key) => done(store.delete(key)),
      sorted: (field) => done(store.index(field).getAllKeys()),
    });
    await finished;
    return result;
  } finally {
    database.close();
  }
}
