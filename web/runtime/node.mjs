// Why: the build runs the same Python as the browser, so that what it compiles and renders ahead is what a
// learner's browser would have made.
//
// node node.mjs CORE SCRIPT NAME=FOLDER... : run SCRIPT in Pyodide with each FOLDER mounted at /NAME.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.XMLHttpRequest = class {}; // Panel imports the name; nothing here uses it
const [core, script, ...mounts] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${core}/pyodide.mjs`));
  const pyodide = await loadPyodide({
    indexURL: core,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
    lockFileContents: {
      info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.3" },
      packages: {},
    },
  });
  for (const mount of mounts) {
    const [name, folder] = mount.split("=");
    pyodide.mountNodeFS(`/${name}`, folder);
  }
  pyodide.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  console.error(error.message.slice(-4000));
  process.exit(1);
}
process.exit(0); // Panel leaves a timer behind
