// Why: Python runs here, off the page's thread, so that the page never waits for it. One queue, in order: a message is
// handled to its end before the next is looked at, and then the page hears "idle".

const NOTHING_TO_INSTALL = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.3" },
  packages: {},
};

let session;

const say = (type, rest = {}) => postMessage({ type, ...rest });

async function fetched(url) {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Error(`${url.split("/").at(-1)} could not be fetched${answer ? ` (${answer.status})` : ""}`);
  return answer;
}

const bytes = async (url) => new Uint8Array(await (await fetched(url)).arrayBuffer());

// A pack is 4 bytes of header length, a JSON header [[path, size], ...], and the files one after the other.
function mount(FS, pack, root) {
  const start = 4 + new DataView(pack.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(pack.subarray(4, start)));
  const made = new Set();
  let at = start;
  for (const [name, size] of header) {
    const path = `${root}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

// A native module that was compiled while it streamed in is handed to the loader, which would compile it again.
async function link(pyodide, place, module) {
  pyodide.FS.writeFile(place, "");
  const flags = { loadAsync: true, nodelete: true, allowUndefined: true };
  pyodide._module.preloadedWasm[place] = await pyodide._module.loadWebAssemblyModule(module, flags, place, {});
}

async function start({ base, files, theme }) {
  const url = (name) => new URL(name, base).href;
  say("stage", { stage: "fetch" });
  const packs = Promise.all(files.packs.map((name) => bytes(url(name))));
  const natives = Promise.all(files.native.map(async ([path, name]) =>
    [path, await WebAssembly.compileStreaming(fetched(url(name)))]));
  const { loadPyodide } = await import(url(`${files.core}pyodide.mjs`));
  const loading = loadPyodide({
    indexURL: url(files.core),
    stdLibURL: url(files.library),
    lockFileContents: NOTHING_TO_INSTALL,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PANEL_CDN_ROOT: files.panel },
  });
  const [pyodide, mounted, modules] = await Promise.all([loading, packs, natives]);
  say("stage", { stage: "python" });
  const root = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const pack of mounted) mount(pyodide.FS, pack, root);
  for (const [path, module] of modules) await link(pyodide, `${root}/${path}`, module);
  say("stage", { stage: "lesson" });
  session = pyodide.pyimport("web.app").Session(theme);
  say("made", { document: session.document() });
  session.connect((patch) => say("patch", { patch }));
  say("ready");
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
