// Why: Python runs here, off the page's thread, so that the page never waits for it. One queue, in order: a message is
// handled to its end before the next is looked at, and then the page hears "idle".

const QUIET = 2000; // milliseconds after the start, so that nothing competes with the first click

let session;

const say = (type, rest = {}) => postMessage({ type, ...rest });

async function start({ base, files, theme }) {
  const url = (name) => new URL(name, base).href;
  const { start: startPython } = await import("./python.mjs").catch(() => {
    throw new Error("python.mjs could not be fetched"); // a worker whose own import fails cannot say which
  });
  const python = await startPython(files, url, (stage) => say("stage", { stage }));
  session = python.session(theme);
  say("made", { document: python.remade ? session.document() : null }); // what the build kept, it compared
  session.connect((patch) => say("patch", { patch }));
  say("ready");
  setTimeout(() => python.bring().catch(() => {}), QUIET); // an import that needs it will ask again, and say what is missing
}

let queue = Promise.resolve();
onmessage = ({ data }) => {
  queue = queue.then(async () => {
    try {
      if (data.type === "start") await start(data);
      else session.receive(data.patch);
    } catch (error) {
      console.error(error.message);
      const why = String(error.message).trim().split("\n").at(-1);
      say("failed", { why, fatal: data.type === "start" || error.name === "RuntimeError" });
    }
    say("idle");
  });
};
