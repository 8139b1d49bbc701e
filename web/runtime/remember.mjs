// Why: Python's start always ends in the same state, so the build goes through it once and keeps what memory then holds.
//
// node remember.mjs CORE SHELL OUT : starts Python as shell/python.mjs would, and leaves in OUT/site the memory and
// index.html, and in OUT the documents of the sessions that the memory holds. OUT/files.json has the names of the site's files.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [core, shell, out] = process.argv.splice(1).slice(1); // Python would remember them
const PAGE = 4096; // bytes: what is empty is left out by the page
const RENDER = `
import importlib, json
importlib.invalidate_caches()
from web.shell.page import render
documents = json.dumps({theme: session.document() for theme, session in sessions.items()})
page = render(sessions["light"], files)
`;

// The same sources must give the same bytes wherever they lie, so the clock stands still.
process.env.TZ = "UTC";
Date.now = () => Date.UTC(2026, 0, 1);
let ticks = 0;
performance.now = () => (ticks += 1);
globalThis.XMLHttpRequest = class {}; // Panel imports the name; nothing here uses it

// The objects of JavaScript that Python holds: what is not found by its name in a worker is a function, known by its source.
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
    if (object === undefined) module.__hiwire_set(place, null); // never used: Pyodide takes null for that, not undefined
  }
  const whole = python.makeMemorySnapshot({ serializer: serialized });
  const memoryStart = new Uint32Array(whole.buffer)[1];
  return { start: whole.slice(0, memoryStart), memory: whole.subarray(memoryStart) };
}

// The memory's file: see shell/python.mjs, which reads it.
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
  const { environment, layout, link, mount, MAKE_SESSIONS, NOTHING_TO_INSTALL, PACKAGES } = await import(pathToFileURL(`${shell}/python.mjs`));
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
  for (const name of files.packs) mount(python.FS, read(name));
  for (const [name] of natives) python.FS.writeFile(`${PACKAGES}/${name}`, ""); // only has to be there
  python.runPython(MAKE_SESSIONS);
  python.runPython("import gc, random; random.seed(0); gc.collect()");

  const memory = gzipSync(written(kept(python, functions), laidOut), { level: 6 }); // not every host would compress it
  files.memory = `python.${createHash("sha256").update(memory).digest("hex").slice(0, 10)}.memory`;
  writeFileSync(`${out}/site/${files.memory}`, memory);

  python.FS.mkdirTree(`${PACKAGES}/web/shell`);
  for (const name of readdirSync(shell).filter((name) => /\.(py|html)$/.test(name))) {
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
process.exit(0); // Panel leaves a timer behind
