// Runs a script in Pyodide, the same Python as in the browser, so that the build compiles and renders exactly what a
// learner's browser would make.
//
// node node.mjs CORE SCRIPT NAME=FOLDER... : run SCRIPT in Pyodide with each FOLDER mounted at /NAME.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.XMLHttpRequest = class {}; // Panel imports this name, but nothing here uses it
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
process.exit(0); // a timer that Panel started would keep Node running
