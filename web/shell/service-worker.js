// Stores the whole site, so that after one visit a lesson opens without a network, and later visits need no network either.
//
// A version is stored completely or not at all. Its files are compared with the hashes that the build wrote below, and it takes over
// only when all of them are stored. A page that is still open with the version before finds its files in the store of that version.
// The page registers this worker only after its own start, so that nothing competes with the start. By then most files come from the
// browser's own cache.
const BUILD = "__BUILD__"; // the build fills in this value and the list below
const FILES = __FILES__; // SHA-256 by file name; the page's own name is empty
const OURS = `palimpsest ${self.registration.scope} `; // other folders of this origin may have stores of their own
const CACHE = OURS + BUILD;
const PAGE = self.registration.scope;

async function right(answer, wanted) {
  if (!answer?.ok) return null;
  const bytes = await answer.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") !== wanted) return null;
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding"); // the bytes are already decompressed
  headers.delete("Content-Length");
  return new Response(bytes, { headers });
}

// Tries a store of an earlier version, then the browser's cache, then the host, because the first two need no network.
async function had(url, wanted) {
  for (const ask of [() => caches.match(url), () => fetch(url), () => fetch(url, { cache: "reload" })]) {
    const answer = await right(await ask(), wanted);
    if (answer) return answer;
  }
  throw new Error(`${url} is not that of this version`);
}

async function keepAll() {
  try {
    const cache = await caches.open(CACHE);
    for (const [name, hash] of Object.entries(FILES)) {
      const url = new URL(name, PAGE).href;
      if (!(await cache.match(url))) await cache.put(url, await had(url, hash));
    }
  } catch (error) {
    await caches.delete(CACHE);
    throw error; // then the browser drops this version and tries again at the next visit
  }
  await self.skipWaiting();
}

// The version just before this one stays while any page is open, because that page may still load its files.
async function forgetOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  if ((await self.clients.matchAll({ type: "window" })).length) older.pop();
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function kept(url, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(url)) ?? (await caches.match(url)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

self.addEventListener("activate", (event) => {
  const preload = self.registration.navigationPreload?.disable(); // 0.1.0 switched it on, and so asked the network for every page
  event.waitUntil(Promise.all([preload, forgetOlder()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = "";
  if (request.method !== "GET" || !url.href.startsWith(PAGE) || request.headers.has("range")) return;
  const name = url.href.slice(PAGE.length);
  if (request.mode === "navigate" && /^(index\.html)?(\?|$)/.test(name)) event.respondWith(kept(PAGE, request));
  else if (!url.search) event.respondWith(kept(url.href, request));
});
