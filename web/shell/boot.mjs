// Why: the page can be read before Python is there. It shows the document that the build made, starts the worker, and
// once Python has made the same document, joins the two.
import { region } from "./region.mjs";
import { download, helpAndKeys, playhead, say } from "./page.mjs";

const { files, words, keys } = JSON.parse(document.getElementById("boot-data").textContent);
const boot = document.getElementById("boot");
const QUIET = 4000; // milliseconds after the start, before anything is fetched for later
const STAGES = ["fetch", "python", "lesson", "ready"];

globalThis.palimpsest = { region, download, say, playhead };
globalThis.importShim = (url) => import(url); // what Panel calls to load a component
importShim.addImportMap = () => {};

helpAndKeys(keys, words);

function stage(name) {
  if (boot.dataset.stage === "failed") return;
  document.getElementById("boot-words").textContent = `${words[name]}${name === "ready" ? "" : "…"}`;
  document.getElementById("boot-progress").value = STAGES.indexOf(name) + 1;
  boot.dataset.stage = name;
}

function fail(why, sentence = words.failed) {
  boot.dataset.stage = "failed";
  document.getElementById("boot-words").textContent = sentence.replace("{why}", why);
  document.getElementById("again").hidden = false;
  for (const control of document.querySelectorAll("#experiment :is(button, input, select, fieldset)")) {
    if (!control.closest("[data-own]")) control.disabled = true;
  }
}
document.getElementById("again").addEventListener("click", () => location.reload());

async function embed(json) {
  const roots = Object.fromEntries(json.roots.map((root) => [root.id, `slot-${root.attributes.name}`]));
  await Bokeh.embed.embed_items({ page: json }, [{ docid: "page", roots, root_ids: Object.keys(roots) }]);
  document.getElementById("slot-chart").classList.add("drawn");
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
  const text = fetch(files.documents[theme]).then((answer) => answer.text());
  const scripts = new Promise((done) => {
    // "interactive" begins before the deferred scripts have run, so the state cannot tell; the event's time can.
    if (performance.getEntriesByType("navigation")[0].domContentLoadedEventStart > 0) done();
    else document.addEventListener("DOMContentLoaded", done);
  });
  const shown = Promise.all([text, scripts]).then(([json]) => embed(JSON.parse(json)));
  let joined;
  let queue = shown;
  let ready = false;

  const handle = {
    stage: ({ stage: name }) => stage(name),
    async made({ document: made }) {
      if (made !== null && made !== (await text)) throw new Error("this page and its Python are of different versions");
      joined = join(await shown, worker);
    },
    patch: ({ patch }) => joined.apply(patch),
    ready() {
      ready = true;
      stage("ready");
      setTimeout(keepForOffline, QUIET);
    },
    failed({ why, fatal }) {
      if (fatal) fail(why, ready ? words.stopped : words.failed);
      else say(words.stumbled.replace("{why}", why));
    },
    idle: () => joined?.idle(),
  };
  const failed = (error) => fail(error?.message || words.old, ready ? words.stopped : words.failed);
  worker.onmessage = ({ data }) => {
    if (data.type === "stage" || data.type === "failed") return handle[data.type](data);
    queue = queue.then(() => handle[data.type](data)).catch(failed);
  };
  worker.onerror = failed;
  shown.catch(failed);
}

try {
  start();
} catch (error) {
  fail(words.old);
}
