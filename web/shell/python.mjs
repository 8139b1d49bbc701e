// Why: starting Python and importing everything takes seconds, and always ends in the same state. So the build did it
// once, and kept the memory (see runtime/remember.mjs); here it is laid into a new interpreter, which goes on from there.
//
// The memory is only good where the interpreter's own layout is the same, which is checked; where it is not, or when
// anything else fails, Python starts the long way. Both ways lead to the same sessions.

export const PACKAGES = "/lib/python3.14/site-packages";
export const THEMES = ["light", "dark"];
export const NOTHING_TO_INSTALL = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.3" },
  packages: {},
};
// LANG and _ would be the browser's language and the program's path, which differ in length and so shift what follows.
export const environment = (files) => ({
  HOME: "/home/pyodide",
  LANG: "en_US.UTF-8",
  PANEL_CDN_ROOT: files.panel,
  PYTHONHASHSEED: "0",
  _: "python",
});

// One session a theme, always made in this order, so that the models' ids are those of the documents in the page.
export const MAKE_SESSIONS = `
import importlib
importlib.invalidate_caches()
from web.app import Session
sessions = {theme: Session(theme) for theme in ${JSON.stringify(THEMES)}}
`;

// In a restored Python the library's code comes later; what is imported before then waits for it.
const CODE_COMES_LATER = `
import importlib, random, sys

random.seed()  # the build's seed is everybody's

class Later:
    def find_spec(self, name, path=None, target=None):
        try:
            bring()
        except Exception as error:
            raise ImportError(f"{name} could not be had: {error}", name=name) from error
        code_is_here()

def code_is_here():
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Later)]
    importlib.invalidate_caches()

sys.meta_path.insert(0, Later())
`;

// A pack is 4 bytes of header length, a JSON header [[path, size], ...], and the files one after the other.
export function mount(FS, pack) {
  const start = 4 + new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(pack.subarray(4, start)));
  const made = new Set();
  let at = start;
  for (const [name, size] of header) {
    const path = `${PACKAGES}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

// A native module that was compiled while it streamed in is handed to the loader, which would compile it again.
// To be called between the interpreter's memory being there and Python's start, so that each lies where it lay at the build.
export function link(module, natives) {
  for (const [name, compiled] of natives) {
    const place = `${PACKAGES}/${name}`;
    const flags = { loadAsync: false, nodelete: true, allowUndefined: true };
    module.preloadedWasm[place] = module.loadWebAssemblyModule(compiled, flags, place, {});
  }
}

// Where the next function and the next bytes would go: the same only if all before lies in the same places.
export function layout(module) {
  const places = [16, 1024, 65536].map((size) => module._malloc(size));
  places.forEach((place) => module._free(place));
  return [module.wasmTable.length, module._sbrk(0), ...places].join(" ");
}

async function fetched(url) {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Error(`${url.split("/").at(-1)} could not be fetched${answer ? ` (${answer.status})` : ""}`);
  return answer;
}

const bytes = async (url) => new Uint8Array(await (await fetched(url)).arrayBuffer());

function bytesAtOnce(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url.split("/").at(-1)} could not be fetched (${request.status})`);
  return new Uint8Array(request.response);
}

const compiled = (files, url) =>
  Promise.all(files.native.map(async ([name, file]) => [name, await WebAssembly.compileStreaming(fetched(url(file)))]));

// The memory's file, zipped, is 4 bytes of header length, a JSON header, and the pages that are not empty, as `runs` has them.
async function opened(url) {
  const reader = (await fetched(url)).body.pipeThrough(new DecompressionStream("gzip")).getReader();
  let held = new Uint8Array();
  async function take(size) {
    const whole = new Uint8Array(size);
    await pour(whole, 0, size);
    return whole;
  }
  async function pour(target, at, size) {
    while (size > 0) {
      if (!held.length) {
        const { done, value } = await reader.read();
        if (done) throw new Error("Python's memory ended early");
        held = value;
      }
      const part = held.subarray(0, size);
      target.set(part, at);
      held = held.subarray(part.length);
      at += part.length;
      size -= part.length;
    }
  }
  const length = new DataView((await take(4)).buffer).getUint32(0, true);
  return { header: JSON.parse(new TextDecoder().decode(await take(length))), pour };
}

// Pyodide only warns when its WebAssembly cannot be had, and would wait for it for ever.
function loaded(loadPyodide, options) {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((done, fail) => {
    WebAssembly.instantiateStreaming = (...given) => instantiateStreaming(...given).catch((error) => {
      fail(new Error(`pyodide.asm.wasm could not be fetched: ${error.message}`));
      throw error;
    });
    loadPyodide(options).then(done, fail);
  }).finally(() => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  });
}

async function restored(files, url, stage) {
  const natives = compiled(files, url);
  natives.catch(() => {}); // awaited below, when it is needed
  const [{ loadPyodide }, { default: create }, { header, pour }, ...data] = await Promise.all([
    import(url(`${files.core}pyodide.mjs`)),
    import(url(`${files.core}pyodide.asm.mjs`)),
    opened(url(files.memory)),
    ...files.packs.slice(0, -1).map((name) => bytes(url(name))), // all but the packages' code
  ]);
  stage("python");
  const python = await loaded(loadPyodide, {
    indexURL: url(files.core),
    stdLibURL: "data:,", // comes later
    lockFileContents: NOTHING_TO_INSTALL,
    env: environment(files),
    _loadSnapshot: Uint8Array.from(header.start), // Pyodide's own part; the memory itself is poured below
    _snapshotDeserializer: ({ source }) => (0, eval)(source), // what Panel made by the same means
    async createPyodideModule(settings) {
      const modules = await natives;
      settings.onRuntimeInitialized = () => link(settings, modules);
      const module = await create(settings);
      if (layout(module) !== header.layout) throw new Error("this browser lays out Python's memory in its own way");
      const used = module.HEAPU8.length;
      module.growMemory(header.size);
      module.HEAPU8.fill(0, 0, used); // what is empty is not in the file
      for (const [at, size] of header.runs) await pour(module.HEAPU8, at, size);
      return module;
    },
  });
  stage("lesson");
  for (const pack of data) mount(python.FS, pack);
  return { python, remade: false, bring: bringing(python, files, url) };
}

// The code of what the start did not import: when it is called for, or at once when an import is first.
function bringing(python, files, url) {
  const rest = [files.library, files.packs.at(-1)];
  let here = false;
  function put([library, pack]) {
    if (here) return;
    here = true;
    python.FS.writeFile("/lib/python314.zip", library, { canOwn: true });
    mount(python.FS, pack);
  }
  python.globals.set("bring", () => put(rest.map((name) => bytesAtOnce(url(name)))));
  python.runPython(CODE_COMES_LATER);
  return async () => {
    put(await Promise.all(rest.map((name) => bytes(url(name)))));
    python.runPython("code_is_here()");
  };
}

async function fresh(files, url, stage) {
  const { loadPyodide } = await import(url(`${files.core}pyodide.mjs`));
  const [python, natives, ...packs] = await Promise.all([
    loaded(loadPyodide, {
      indexURL: url(files.core),
      stdLibURL: url(files.library),
      lockFileContents: NOTHING_TO_INSTALL,
      env: environment(files),
    }),
    compiled(files, url),
    ...files.packs.map((name) => bytes(url(name))),
  ]);
  stage("python");
  for (const pack of packs) mount(python.FS, pack);
  for (const [name] of natives) python.FS.writeFile(`${PACKAGES}/${name}`, "");
  link(python._module, natives);
  stage("lesson");
  python.runPython(MAKE_SESSIONS);
  return { python, remade: true, bring: async () => {} };
}

// Python with its sessions: `remade` here, or as the build compared them with the page's documents. `bring` fetches what a
// restored Python has not needed yet; nothing has to wait for it.
export async function start(files, url, stage) {
  stage("fetch");
  const { python, remade, bring } = await restored(files, url, stage).catch((error) => {
    console.info(`Python starts the long way: ${error.message}`);
    return fresh(files, url, stage);
  });
  return { session: (theme) => python.globals.get("sessions").get(theme), remade, bring };
}
