// Makes the page readable before Python has started. It shows the document that the build made and starts the worker. Once Python
// has made the same document, the two are joined. If a worker is lost, another replaces it, and the page stays.
import { attend } from "./lost-worker.js";

palimpsest.begun();
// From a cache this file can be here before the parser has reached the parts of the page.
if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
const { files, words, keys } = JSON.parse(document.getElementById("boot-data").textContent);
const part = (id) => document.getElementById(id);
const boot = part("boot");
const STAGES = ["fetch", "python", "lesson", "ready"];
const QUIET = 4000;
const PATIENCE = 10; // seconds without any of the page's own files, until the person is told

// Puts values into a sentence by the names in its braces.
palimpsest.fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const { fill } = palimpsest;

function stage(name, sentence = words[name]) {
  if (boot.dataset.stage === "failed") return;
  part("boot-words").textContent = `${sentence}${name === "ready" ? "" : "…"}`;
  part("boot-progress").value = STAGES.indexOf(name) + 1;
  boot.dataset.stage = name;
}

// Shows and speaks a sentence about a problem, with a button for what a person can do about it. It stays until `calm` is called with
// the same `subject`.
let subject = "";
function news(about, sentence, label = "", act = null) {
  if (boot.dataset.stage === "failed") return;
  subject = about;
  if (part("boot-news").textContent !== sentence) part("boot-news").textContent = sentence;
  Object.assign(part("again"), { textContent: label, hidden: !label, onclick: act });
}

function calm(about) {
  if (subject === about) news("", "");
}

const waits = (on) => part("experiment").setAttribute("aria-busy", on);

function fail(why, sentence = palimpsest.place ?? words.failed) {
  waits(false);
  hold();
  palimpsest.fail(fill(sentence, { why }));
}

// After this every panel shows Python's last answer again, even where something was pressed since, and playback stops.
const hold = () => dispatchEvent(new Event("hold"));

// Somebody may type a note and leave before notes.js is loaded, so this keeps the text until the next visit.
addEventListener("pagehide", () => {
  const typed = document.querySelector("#slot-notes > .view textarea")?.value;
  try {
    if (typed) localStorage.setItem("palimpsest/typed-early", typed);
  } catch {
    // the browser stores nothing, which the notes say themselves
  }
});

const short = (name) => name.split("/").at(-1);
const missing = (name, status) => new Error(fill(words.missing, { file: short(name) + (status ? ` (${status})` : "") }));

// The files that the page still waits for. Each arrival starts the PATIENCE anew, so that a slow network is not taken for a dead one.
const coming = new Set();
let patience;
function watch() {
  clearTimeout(patience);
  calm("files");
  if (coming.size) patience = setTimeout(tell, PATIENCE * 1000);
}
function tell() {
  news("files", fill(words.awaited, { file: short([...coming][0]), seconds: PATIENCE }), words.again, () => location.reload());
  patience = setTimeout(tell, PATIENCE * 1000); // again, because other news may have replaced this sentence
}
async function awaited(name, file) {
  coming.add(name);
  watch();
  const came = await file;
  coming.delete(name);
  watch();
  return came;
}

const fetched = (name) => awaited(name, fetch(name).catch(() => null).then((answer) => {
  if (!answer?.ok) throw missing(name, answer?.status);
  return answer.text();
}));

const module = (name) => awaited(name, import(name).catch(() => { throw missing(name); }));

// `async: false` lets the browser fetch all scripts at the same time and still run them in order.
const script = (src) => awaited(src, new Promise((done, failed) => {
  const element = Object.assign(document.createElement("script"), { src, async: false });
  element.addEventListener("load", done);
  element.addEventListener("error", () => failed(missing(src)));
  document.head.append(element);
}));

// A module whose own import fails cannot say which, so what the others import is asked for by name, too, and heard first.
async function installPageApi() {
  const [imported, importing] = [
    ["./database.js", "./merge-texts.js", "./lesson-link.js"],
    ["./region.js", "./page.js", "./notes.js", "./answers.js", "./files.js", "./chart.js", "./link.js", "./space.js", "./map.js", "./jumps.js"],
  ].map((names) => Promise.all(names.map(module)));
  importing.catch(() => {}); // awaited below, after what it may have failed for
  const [, , lessonLink] = await imported;
  const [{ region }, { copy, download, helpAndKeys, playhead, say, waits }, notes, answers, files, { joinTimeline }, { cover, link }, { space }, { map }, { jumps }] = await importing;
  Object.assign(palimpsest, { region, copy, download, say, waits, playhead, notes, answers, files, lessonLink, joinTimeline, cover });
  globalThis.importShim = (url) => import(url); // Panel calls this to load a component
  importShim.addImportMap = () => {};
  helpAndKeys(keys, words);
  link();
  space();
  map(keys);
  jumps();
}

async function embed(json) {
  const roots = Object.fromEntries(json.roots.map((root) => [root.id, `slot-${root.attributes.name}`]));
  await Bokeh.embed.embed_items({ page: json }, [{ docid: "page", roots, root_ids: Object.keys(roots) }]);
  palimpsest.joinTimeline();
  palimpsest.cover();
  return Bokeh.documents.at(-1);
}

// Sends the page's changes to Python in the order in which they happened. All that wait are sent together; a file is sent alone.
function join(shown, worker) {
  let busy = false;
  let waiting = [];
  function send() {
    if (busy || !waiting.length) return;
    busy = true;
    const file = waiting.findIndex((it) => it.bytes);
    if (file === 0) {
      const { panel, message, bytes } = waiting.shift();
      return worker.postMessage({ type: "file", panel, message: JSON.stringify(message), bytes }, [bytes]);
    }
    const events = waiting.splice(0, file < 0 ? waiting.length : file);
    worker.postMessage({ type: "patch", patch: JSON.stringify(shown.create_json_patch(events)) });
  }
  function put(it) {
    waiting.push(it);
    queueMicrotask(send);
  }
  shown.on_change((event) => {
    if (event.sync === false) return; // it came from Python, or concerns only the page
    if (!outdates(event, waiting.at(-1))) put(event);
  });
  palimpsest.hand = (panel, message, bytes) => put({ panel, message, bytes });
  return {
    apply: (patch) => shown.apply_json_patch(patch),
    idle() {
      busy = false;
      send();
    },
    drop() { // Python is lost, and so are the messages to it; the next Python says when it is idle
      waiting = [];
      busy = true;
    },
  };
}

// When several places of the playhead wait directly one after the other, only the newest is sent.
function outdates(event, last) {
  const [now, before] = [event, last].map((it) => it?.msg_data?.data);
  if (now?.seconds === undefined || before?.seconds === undefined) return false;
  Object.assign(before, now, { quiet: now.quiet && before.quiet });
  return true;
}

// The service worker is registered only after the start, so that filling its store does not slow the start down.
async function keepForOffline() {
  try {
    await navigator.serviceWorker?.register("service-worker.js");
  } catch {
    // The page works without a service worker, but not offline.
  }
}

// An address that does not say whether new settings keep the moment takes what was chosen last.
function remembered(query) {
  try {
    const given = new URLSearchParams(query);
    if (given.has("stay") || localStorage.getItem("palimpsest/stay") !== "1") return query;
    given.set("stay", "1");
    return `?${given}`;
  } catch {
    return query;
  }
}

// What was answered in earlier visits, as answers.js keeps it: Python needs it before that module is there.
const ANSWER = palimpsest.ANSWER = "palimpsest/answer/"; // begins the name of each answer in the browser's storage
palimpsest.answered = () => {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(ANSWER));
    return Object.fromEntries(names.map((name) => [name.slice(ANSWER.length), localStorage.getItem(name)]));
  } catch {
    return {};
  }
};
const answers = () => (palimpsest.answers?.all ?? palimpsest.answered)();

const scheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function start() {
  const theme = scheme(); // the document keeps this theme, even if the page's theme changes
  const changed = new Set(); // attributes whose values differ from those in the document
  let python, joined, focused;
  let ready = false; // whether Python has been ready at least once
  let again = false; // whether a worker is starting in place of a lost one

  function begin(wanted = JSON.stringify({ query: remembered(location.search), answers: answers() })) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    let queue = Promise.resolve();
    const handle = {
      stage: ({ stage: name }) => stage(name),
      async made({ document: made }) {
        if (made !== null && made !== (await text)) throw new Error(words.versions);
        joined ??= join(await shown, { postMessage: (...given) => python.post(...given) });
      },
      patch({ patch: text }) {
        const patch = JSON.parse(text);
        for (const { model, attr } of patch.events) if (attr) changed.add(`${model.id} ${attr}`);
        joined.apply(patch);
      },
      ready: () => awake(),
      failed({ why, fatal }) {
        if (fatal) return broken(why);
        hold();
        palimpsest.say(fill(words.stumbled, { why }));
      },
      idle: () => joined?.idle(),
    };
    const own = attend(worker, {
      hear(message) {
        if (message.type === "stage" || message.fatal) return handle[message.type](message);
        queue = queue.then(() => own === python && handle[message.type](message)).catch(failed);
      },
      waits(seconds) {
        waits(seconds > 0);
        if (!seconds) calm("late");
      },
      late({ computes, ...figures }) {
        if (ready) hold();
        news("late", fill(computes ? words.busy : words.late, figures), words.restart, () => lost(words.asked));
      },
      lost: ({ computes, seconds }) => lost(fill(computes ? words.endless : words.stalled, { seconds })),
    });
    worker.onerror = (event) => failed(event.message ? event : missing("worker.js"));
    python = own;
    python.post({ type: "start", base: document.baseURI, files, theme, wanted });
  }

  const failed = (error) => broken(error?.message || words.old);
  const broken = (why) => (ready ? lost(why) : fail(why));

  function awake() {
    if (ready) {
      hold();
      palimpsest.say(words.resumed);
      refocus();
    } else setTimeout(keepForOffline, QUIET);
    stage("ready", ready ? words.resumed : words.ready);
    dispatchEvent(new Event("joined"));
    calm("again");
    ready = true;
    again = false;
  }

  // Controls are disabled while a worker is replaced, and a disabled control loses the focus.
  function refocus() {
    if (![document.body, focused].includes(document.activeElement)) return;
    const there = focused.isConnected && focused !== part("again");
    (there ? focused : part("experiment")).focus();
  }

  // A lost worker is replaced once, and the new one gets what the page remembers. If that one is lost too, the person decides.
  async function lost(why) {
    python.end();
    if (again) return fail(why, ready ? words.stopped : words.failed);
    again = true;
    news("again", fill(ready ? words.restarted : words.retried, { why }));
    if (!joined) return begin();
    hold();
    focused = document.activeElement;
    palimpsest.rest();
    joined.drop();
    const file = await palimpsest.file?.().catch(() => null);
    begin(JSON.stringify({ query: location.search, theme: scheme(), file, answers: answers(), changed: [...changed].map((name) => name.split(" ")) }));
  }

  begin();
  const text = fetched(files.documents[theme]);
  const shown = Promise.all([text, installPageApi(), ...files.scripts.map(script)]).then(([json]) => embed(JSON.parse(json)));
  shown.catch((error) => fail(error.message));
}

try {
  start();
} catch (error) {
  fail(words.old);
}
