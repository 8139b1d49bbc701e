// Runs Python outside the page's thread, so that the page never waits for it. There is one queue: each message is handled completely
// before the next one begins, and then the page hears "idle".

const QUIET = 2000; // milliseconds after the start, before more code is fetched, so that nothing competes with the first click
const REST = 50; // milliseconds without work, before panels out of sight are written

let session;
let came = () => 0; // number of bytes received

const say = (type, rest = {}) => postMessage({ type, ...rest });

async function start({ base, files, theme, wanted }) {
  const url = (name) => new URL(name, base).href;
  const { start: startPython, received } = await import("./python.js").catch(() => {
    throw new Error("python.js could not be fetched"); // a failed static import would not name the file
  });
  came = received;
  const python = await startPython(files, url, (stage) => say("stage", { stage }));
  session = python.session(theme);
  say("made", { document: python.remade ? session.document() : null }); // the build has already compared the document of a kept application
  session.connect((patch) => say("patch", { patch }), () => say("ready"), wanted);
  setTimeout(() => python.bring().catch(() => {}), QUIET); // if this fails, an import tries again and names the missing file
}

const handle = {
  start,
  patch: ({ patch }) => session.receive(patch),
  file: ({ panel, message, bytes }) => session.take(panel, message, bytes),
};

async function attempt(act, fatal = false) {
  try {
    return await act();
  } catch (error) {
    console.error(error.message);
    const why = String(error.message).trim().split("\n").at(-1);
    say("failed", { why, fatal: fatal || error.name === "RuntimeError" });
  }
}

let waiting = 0; // number of messages without an answer
let queue = Promise.resolve();
onmessage = ({ data }) => {
  if (data.type === "ping") return say("pong", { bytes: came() });
  waiting += 1;
  queue = queue.then(async () => {
    say("begun");
    await attempt(() => handle[data.type](data), data.type === "start");
    waiting -= 1;
    say("idle");
    if (!waiting) setTimeout(rest, REST);
  });
};

// Writes one panel at a time, so that a person's next action never waits for more than one.
async function rest() {
  if (!waiting && (await attempt(() => session?.rest()))) setTimeout(rest);
}
