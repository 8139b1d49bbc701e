// Starts Python from a memory that the build kept (see runtime/remember.mjs), because a start with all imports takes seconds and always
// ends in the same state. The memory is copied into a new interpreter, which continues from there.
//
// The memory can be used only if this interpreter has the same layout, which is checked. If it has not, or if anything else fails,
// Python starts the long way, with all imports. Both ways lead to the same applications.

export const PACKAGES = "/lib/python3.14/site-packages";
export const THEMES = ["light", "dark"];
export const NOTHING_TO_INSTALL = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.3" },
  packages: {},
};
// LANG and _ are fixed, because the browser's language and the program's path differ in length and would shift the memory after them.
export const environment = (files) => ({
  HOME: "/home/pyodide",
  LANG: "en_US.UTF-8",
  PANEL_CDN_ROOT: files.panel,
  PYTHONHASHSEED: "0",
  _: "python",
});

// Makes one application for each theme, always in this order, so that the models get the ids of the documents in the page.
export const MAKE_SESSIONS = `
import importlib
importlib.invalidate_caches()
from web.app import Application
applications = {theme: Application(theme) for theme in ${JSON.stringify(THEMES)}}
`;

// A restored Python starts without the library's code, which is fetched later. An import before that fetches it at once.
const CODE_COMES_LATER = `
import importlib, random, sys

random.seed()  # otherwise every visitor would have the build's seed

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
  if (at !== pack.length) throw new Error("a pack of Python's files is not whole");
}

// Hands the compiled native modules to the loader, which would otherwise compile them again.
// Call this when the interpreter's memory exists and before Python starts, so that each module has the same place as at the build.
export function link(module, natives) {
  for (const [name, compiled] of natives) {
    const place = `${PACKAGES}/${name}`;
    const flags = { loadAsync: false, nodelete: true, allowUndefined: true };
    module.preloadedWasm[place] = module.loadWebAssemblyModule(compiled, flags, place, {});
  }
}

// Says where the next function and the next bytes would be placed. The result is equal only if everything before has equal places.
export function layout(module) {
  const places = [16, 1024, 65536].map((size) => module._malloc(size));
  places.forEach((place) => module._free(place));
  return [module.wasmTable.length, module._sbrk(0), ...places].join(" ");
}

async function fetched(url) {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Error(`${url.split("/").at(-1)} could not be fetched${answer ? ` (${answer.status})` : ""}`);
  count(answer.clone());
  return answer;
}

// The bytes received so far, so that the page can tell a slow connection from a dead one.
let came = 0;
export const received = () => came;

async function count(answer) {
  const reader = answer.body.getReader();
  try {
    for (let piece; !(piece = await reader.read()).done;) came += piece.value.length;
  } catch {
    // the code that reads the answer itself reports the fault
  }
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

// Browsers compile WebAssembly during the download only if the server sends the right type.
const streams = (answer) => /^application\/wasm\b/i.test(answer.headers.get("content-type"));

async function module(url) {
  const answer = await fetched(url);
  return streams(answer) ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

const compiled = (files, url) => Promise.all(files.native.map(async ([name, file]) => [name, await module(url(file))]));

// The memory's file is gzip-compressed: 4 bytes of header length, a JSON header, and the pages that are not empty, which `runs` lists.
async function opened(url) {
  const reader = (await fetched(url)).body.pipeThrough(new DecompressionStream("gzip")).getReader();
  let held = new Uint8Array();
  async function take(size) {
    const taken = new Uint8Array(size);
    await pour(taken, 0, size);
    return taken;
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
  async function whole() { // gzip verifies its checksum only at the end of the stream
    if (held.length || !(await reader.read()).done) throw new Error("Python's memory has no end");
  }
  const length = new DataView((await take(4)).buffer).getUint32(0, true);
  return { header: JSON.parse(new TextDecoder().decode(await take(length))), pour, whole };
}

// Reports a failed download of Pyodide's WebAssembly: Pyodide itself would only warn, and then wait for it without end.
function loaded(loadPyodide, options) {
  const { instantiateStreaming } = WebAssembly;
  async function instantiate(coming, imports) {
    const answer = await coming;
    if (!answer.ok) throw new Error(answer.status);
    count(answer.clone());
    return streams(answer) ? instantiateStreaming(answer, imports) : WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  }
  return new Promise((done, fail) => {
    WebAssembly.instantiateStreaming = (...given) => instantiate(...given).catch((error) => {
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
  natives.catch(() => {}); // it is awaited below, and a failure before that is no unhandled one
  const [{ loadPyodide }, { default: create }, { header, pour, whole }, ...data] = await Promise.all([
    import(url(`${files.core}pyodide.js`)),
    import(url(`${files.core}pyodide.asm.js`)),
    opened(url(files.memory)),
    ...files.packs.slice(0, -1).map((name) => bytes(url(name))), // without the packages' code, which `bringing` fetches
  ]);
  stage("python");
  const python = await loaded(loadPyodide, {
    indexURL: url(files.core),
    stdLibURL: "data:,", // an empty library, because `bringing` fetches the real one
    lockFileContents: NOTHING_TO_INSTALL,
    env: environment(files),
    _loadSnapshot: Uint8Array.from(header.start), // only Pyodide's own part; the rest of the memory is copied below
    _snapshotDeserializer: ({ source }) => (0, eval)(source), // these are functions that Panel made with eval, too
    async createPyodideModule(settings) {
      const modules = await natives;
      settings.onRuntimeInitialized = () => link(settings, modules);
      const module = await create(settings);
      if (layout(module) !== header.layout) throw new Error("this browser lays out Python's memory in its own way");
      const used = module.HEAPU8.length;
      module.growMemory(header.size);
      module.HEAPU8.fill(0, 0, used); // the file omits empty pages, so they must be empty here too
      for (const [at, size] of header.runs) await pour(module.HEAPU8, at, size);
      await whole();
      return module;
    },
  });
  stage("lesson");
  for (const pack of data) mount(python.FS, pack);
  return { python, remade: false, bring: bringing(python, files, url) };
}

// Fetches the code of the modules that the start did not import: when the returned function is called, or at once if an import needs
// it earlier.
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
  const { loadPyodide } = await import(url(`${files.core}pyodide.js`));
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

// Returns Python with its applications. `remade` says that they were made here; otherwise they come from the build, which compared them
// with the page's documents. `bring` fetches the code that a restored Python has not needed yet, and nothing has to wait for it.
export async function start(files, url, stage) {
  stage("fetch");
  const { python, remade, bring } = await restored(files, url, stage).catch((error) => {
    console.info(`Python starts the long way: ${error.message}`);
    return fresh(files, url, stage);
  });
  return { session: (theme) => python.globals.get("applications").get(theme), remade, bring };
}
