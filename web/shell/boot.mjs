// Why: the page can be read before Python is there. It shows the document that the build made, starts the worker, and
// once Python has made the same document, joins the two.

const { files, words, keys } = JSON.parse(document.getElementById("boot-data").textContent);
const boot = document.getElementById("boot");
const STAGES = ["fetch", "python", "lesson", "ready"];
const QUIET = 4000;

function stage(name) {
  if (boot.dataset.stage === "failed") return;
  document.getElementById("boot-words").textContent = `${words[name]}${name === "ready" ? "" : "…"}`;
  document.getElementById("boot-progress").value = STAGES.indexOf(name) + 1;
  boot.dataset.stage = name;
}

function fail(why, sentence = words.failed) {
  boot.dataset.stage = "failed";
  boot.setAttribute("role", "alert"); // before the words, so that they are spoken
  document.getElementById("boot-words").textContent = sentence.replace("{why}", why);
  document.getElementById("again").hidden = false;
  for (const control of document.querySelectorAll("main :is(button, input, select, fieldset)")) {
    if (!control.closest("[data-own], .boot, .notes")) control.disabled = true;
  }
}
document.getElementById("again").addEventListener("click", () => location.reload());

// Until the notes' own code is here, what is typed into them is kept by this.
addEventListener("pagehide", () => {
  const typed = document.querySelector("#slot-notes > .view textarea")?.value;
  try {
    if (typed) localStorage.setItem("palimpsest/notes/early", typed);
  } catch {
    // the browser stores nothing; the notes will say so
  }
});

const missing = (name, status) => new Error(`${name.split("/").at(-1)} could not be fetched${status ? ` (${status})` : ""}`);

async function fetched(name) {
  const answer = await fetch(name).catch(() => null);
  if (!answer?.ok) throw missing(name, answer?.status);
  return answer.text();
}

const module = (name) => import(name).catch(() => { throw missing(name); });

// The scripts are asked for together and run in their order.
const script = (src) => new Promise((done, failed) => {
  const element = Object.assign(document.createElement("script"), { src, async: false });
  element.addEventListener("load", done);
  element.addEventListener("error", () => failed(missing(src)));
  document.head.append(element);
});

async function dress() {
  const [{ region }, { download, helpAndKeys, playhead, say }] = await Promise.all([module("./region.mjs"), module("./page.mjs")]);
  globalThis.palimpsest = { region, download, say, playhead };
  globalThis.importShim = (url) => import(url); // what Panel calls to load a component
  importShim.addImportMap = () => {};
  helpAndKeys(keys, words);
}

async function embed(json) {
  const roots = Object.fromEntries(json.roots.map((root) => [root.id, `slot-${root.attributes.name}`]));
  await Bokeh.embed.embed_items({ page: json }, [{ docid: "page", roots, root_ids: Object.keys(roots) }]);
  return Bokeh.documents.at(-1);
}

// What the page changes goes to Python in the order in which it happened, together with whatever else waits.
function join(shown, worker) {
  let busy = false;
  let waiting = [];
  function send() {
    if (busy || !waiting.length) return;
    const patch = JSON.stringify(shown.create_json_patch(waiting));
    waiting = [];
    busy = true;
    worker.postMessage({ type: "patch", patch });
  }
  shown.on_change((event) => {
    if (event.sync === false) return; // it came from Python, or is the page's own affair
    waiting.push(event);
    queueMicrotask(send);
  });
  return {
    apply: (patch) => shown.apply_json_patch(JSON.parse(patch)),
    idle() {
      busy = false;
      send();
    },
  };
}

// Nothing competes with the start: the worker that serves later visits is told to fill its store once all is up.
async function keepForOffline() {
  try {
    await navigator.serviceWorker?.register("service-worker.js");
    (await navigator.serviceWorker?.ready)?.active.postMessage("keep");
  } catch {
    // It works without; only not offline.
  }
}

function start() {
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  worker.postMessage({ type: "start", base: document.baseURI, files, theme });
  const text = fetched(files.documents[theme]);
  const shown = Promise.all([text, dress(), ...files.scripts.map(script)]).then(([json]) => embed(JSON.parse(json)));
  let joined;
  let queue = shown;
  let ready = false;

  const handle = {
    stage: ({ stage: name }) => stage(name),
    async made({ document: made }) {
      if (made !== null && made !== (await text)) throw new Error("this page and its Python are of different versions");
      joined = join(await shown, worker);
    },
    patch: ({ patch }) => boot.dataset.stage === "failed" || joined.apply(patch), // nothing wakes after a stop
    ready() {
      ready = true;
      stage("ready");
      setTimeout(keepForOffline, QUIET);
    },
    failed({ why, fatal }) {
      if (fatal) fail(why, ready ? words.stopped : words.failed);
      else palimpsest.say(words.stumbled.replace("{why}", why));
    },
    idle: () => joined?.idle(),
  };
  const failed = (error) => fail(error?.message || words.old, ready ? words.stopped : words.failed);
  worker.onmessage = ({ data }) => {
    if (data.type === "stage" || data.type === "failed") return handle[data.type](data);
    queue = queue.then(() => handle[data.type](data)).catch(failed);
  };
  worker.onerror = (event) => failed(event.message ? event : missing("worker.mjs"));
  shown.catch(failed);
}

try {
  start();
} catch (error) {
  fail(words.old);
}
