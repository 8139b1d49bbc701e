// Starts Python once at the build and keeps its memory, because the start takes seconds and always ends in the same state.
//
// node remember.mjs CORE SHELL OUT : starts Python as shell/python.js would. It writes the memory and index.html into OUT/site, and
// the documents of the sessions in that memory into OUT. OUT/files.json names the site's files.
// node remember.mjs CORE SHELL OUT packages : writes only a memory that holds the packages and none of our code (see develop.py).
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [core, shell, out, packages] = process.argv.splice(1).slice(1); // removed from argv, which Python's memory would otherwise contain
const PAGE = 4096; // bytes; a run of this size that holds only zeros is not written
const RENDER = `
import importlib, json
importlib.invalidate_caches()
from web.shell.first_frame import render
documents = json.dumps({theme: application.document() for theme, application in applications.items()})
page = render(applications["light"], files)
`;

// The session is made only when the page asks for it, so that it comes from the current code and not from this memory.
const IMPORT_PACKAGES = `
import importlib
importlib.invalidate_caches()
for name in imports:
    importlib.import_module(name)

class Applications:
    def get(self, theme):
        importlib.invalidate_caches()
        from web.app import Application
        return Application(theme)

applications = Applications()
del imports
`;

// The clock stands still, because the same sources must give the same bytes at any time and in any folder.
process.env.TZ = "UTC";
Date.now = () => Date.UTC(2026, 0, 1);
let ticks = 0;
performance.now = () => (ticks += 1);
globalThis.XMLHttpRequest = class {}; // Panel imports this name, but nothing here uses it

// Pyodide calls this for each JavaScript object that Python holds and that a worker does not find by its name. Only a function can be
// kept, as its source text.
function serialized(object) {
  if (typeof object === "function") return { source: String(object) };
  throw new Error(`Python holds on to a JavaScript object, which cannot be kept: ${object}`);
}

function kept(python, functions) {
  const module = python._module;
  for (let place = functions; place < module.wasmTable.length; place++) {
    if (module.wasmTable.get(place)) throw new Error("Python added a function to its table, which the page would not know");
  }
  for (let place = 7; ; place++) {
    let object;
    try {
      object = module.__hiwire_get(place);
    } catch {
      break;
    }
    if (object === undefined) module.__hiwire_set(place, null); // a place that was never used; Pyodide expects null there, not undefined
  }
  const whole = python.makeMemorySnapshot({ serializer: serialized });
  const memoryStart = new Uint32Array(whole.buffer)[1];
  return { start: whole.slice(0, memoryStart), memory: whole.subarray(memoryStart) };
}

// The format of the memory's file is described in shell/python.js, which reads it.
function written({ start, memory }, layout) {
  const runs = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    if (memory.subarray(at, at + PAGE).every((byte) => byte === 0)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += PAGE;
    else runs.push([at, PAGE]);
  }
  const header = Buffer.from(JSON.stringify({ layout, size: memory.length, start: [...start], runs }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, ...runs.map(([at, size]) => memory.subarray(at, at + size))]);
}

try {
  const { environment, layout, link, mount, MAKE_SESSIONS, NOTHING_TO_INSTALL, PACKAGES } = await import(pathToFileURL(`${shell}/python.js`));
  const { loadPyodide } = await import(pathToFileURL(`${core}/pyodide.mjs`));
  const { default: create } = await import(pathToFileURL(`${core}/pyodide.asm.mjs`));
  const files = JSON.parse(readFileSync(`${out}/files.json`, "utf8"));
  const read = (name) => new Uint8Array(readFileSync(`${out}/site/${name}`));
  const natives = files.native.map(([name, file]) => [name, new WebAssembly.Module(read(file))]);
  let laidOut, functions;
  const python = await loadPyodide({
    indexURL: core,
    lockFileContents: NOTHING_TO_INSTALL,
    env: environment(files),
    _makeSnapshot: true,
    createPyodideModule(settings) {
      settings.onRuntimeInitialized = () => {
        link(settings, natives);
        laidOut = layout(settings);
        functions = settings.wasmTable.length;
      };
      return create(settings);
    },
  });
  for (const name of files.packs) if (!packages || !name.startsWith("lessons.")) mount(python.FS, read(name));
  for (const [name] of natives) python.FS.writeFile(`${PACKAGES}/${name}`, ""); // Python only checks that the file exists; `link` has loaded it
  if (packages) python.globals.set("imports", python.toPy(files.imports));
  python.runPython(packages ? IMPORT_PACKAGES : MAKE_SESSIONS);
  // A search for packages' metadata keeps the library's zip file open, and a memory with an open file cannot be restored.
  python.runPython("import gc, importlib, random; importlib.invalidate_caches(); random.seed(0); gc.collect()");

  const memory = gzipSync(written(kept(python, functions), laidOut), { level: 6 }); // compressed here, because not every host would compress this file type
  files.memory = `python.${createHash("sha256").update(memory).digest("hex").slice(0, 10)}.memory`;
  writeFileSync(`${out}/site/${files.memory}`, memory);

  if (packages) {
    writeFileSync(`${out}/files.json`, JSON.stringify(files));
    process.exit(0);
  }

  python.FS.mkdirTree(`${PACKAGES}/web/shell`);
  for (const name of readdirSync(shell).filter((name) => /\.(py|html)$|^cannot-run\.js$/.test(name))) {
    python.FS.writeFile(`${PACKAGES}/web/shell/${name}`, readFileSync(`${shell}/${name}`));
  }
  python.globals.set("files", python.toPy(files));
  python.runPython(RENDER);
  writeFileSync(`${out}/site/index.html`, python.globals.get("page"));
  writeFileSync(`${out}/documents.json`, python.globals.get("documents"));
} catch (error) {
  console.error(error.message.slice(-4000));
  process.exit(1);
}
process.exit(0); // a timer that Panel started would keep Node running
