// The page reads and saves files, because Python in a worker can do neither. A file comes in when a person chooses it, drops it anywhere
// on the page, or opens an address that asks for it.
const LARGE = 2 ** 20; // bytes; a smaller file is read before a sentence about it could be spoken

export function render({ model, el }) {
  const view = palimpsest.region(model, el);
  const { fill } = palimpsest;
  const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, "");
  const given = []; // the files that Python has not answered yet, in the order in which they were sent

  const opened = new Map(); // by name; a Python that replaces a lost one gets the file from here

  const encoded = (file) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

  palimpsest.file = async () => {
    const file = opened.get(model.origin);
    return file ? { name: file.name, data: await encoded(file) } : null;
  };

  async function open(file, rest = {}) {
    if (file.size > model.limit) {
      const sentence = fill(model.words.too_large, { name: file.name, size: megabytes(file.size), limit: megabytes(model.limit) });
      return model.send_msg({ act: "refuse", sentence });
    }
    try {
      const bytes = await file.arrayBuffer();
      opened.set(file.name, file);
      given.push({ file, done: file.size > LARGE ? palimpsest.waits(fill(model.words.reading, { name: file.name, size: megabytes(file.size) })) : () => {} });
      palimpsest.hand("files", { act: "open", name: file.name, ...rest }, bytes);
      dispatchEvent(new CustomEvent("moves", { detail: "elsewhere" }));
    } catch (error) {
      model.send_msg({ act: "refuse", sentence: fill(model.words.unreadable, { name: file.name, why: error.message }) });
    }
  }

  // An address names a file by a digest of its content.
  model.on("wanted", async () => {
    const [, name, query] = model.wanted;
    try {
      const file = await palimpsest.files.find(name);
      if (file) open(file, { query });
      else model.send_msg({ act: "missing", query });
    } catch {
      model.send_msg({ act: "missing", query, broken: true });
    }
  });

  async function link(query, text) {
    const lesson = await palimpsest.lessonLink.packed(text);
    const { CARRIED, LINK_LENGTH } = palimpsest.lessonLink;
    if (lesson.length > LINK_LENGTH) return palimpsest.say(fill(model.words.too_long, { length: lesson.length, limit: LINK_LENGTH }));
    palimpsest.copy(`${location.href.split(/[?#]/)[0]}?${query}${CARRIED}${lesson}`, model.words.link, model.words.copied);
  }

  view.addEventListener("change", (event) => {
    if (event.target.type !== "file" || !event.target.files.length) return;
    open(event.target.files[0]);
    event.target.value = ""; // otherwise the same file could not be chosen again after a correction
  });
  view.addEventListener("click", (event) => {
    const act = event.target.closest("button")?.dataset.part;
    if (act) model.send_msg({ act });
  });
  const heard = {
    async opened({ file: name }) {
      const { file, done } = given.shift() ?? { done() {} };
      done();
      if (name) model.send_msg({ act: "kept", name, kept: await palimpsest.files.keep(name, file) });
    },
    export: ({ name, text }) => palimpsest.download(name, text, "application/json", model.words.exported),
    link: ({ query, text }) => link(query, text),
  };
  addEventListener("hold", () => { // Python may never answer, so nothing waits for it any more
    for (const { done } of given.splice(0)) done();
  });
  model.on("msg:custom", (message) => heard[message.act](message));

  const input = () => view.querySelector("input[type=file]");
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files") && !input().disabled;
  const over = (on) => document.body.classList.toggle("dropping", on);
  const outside = new AbortController();
  model.on("remove", () => outside.abort());
  addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    over(true);
  }, outside);
  addEventListener("dragleave", (event) => event.relatedTarget === null && over(false), outside);
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    over(false);
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  }, outside);
}
