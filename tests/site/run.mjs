/**
 * Runs a program in the Python of a site, as its worker would: node run.mjs PARTS PROGRAM; prints what it gives.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [parts, program] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${parts}/pyodide.mjs`));
const { info, extension } = JSON.parse(readFileSync(`${parts}/python.json`, "utf8"));
const { default: create } = await import(pathToFileURL(`${parts}/pyodide.asm.mjs`));
const python = await loadPyodide({
  indexURL: `${parts}/`,
  stdLibURL: `${parts}/library.zip`,
  lockFileContents: { info, packages: {} },
  // The extension is loaded as in `worker.js`.
  createPyodideModule: async (settings) => {
    const module = await create(Object.assign(settings, { dynamicLibraries: ["extension.so"] }));
    module.LDSO.loadedLibsByName[extension] = module.LDSO.loadedLibsByName["extension.so"];
    return module;
  },
});
const packed = readFileSync(`${parts}/course.pack`);
const length = packed.readUInt32BE(0);
let at = 4 + length;
for (const [name, size] of JSON.parse(packed.subarray(4, at).toString())) {
  python.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
  python.FS.writeFile(name, packed.subarray(at, at + size));
  at += size;
}
try {
  process.stdout.write(await python.runPythonAsync(readFileSync(program, "utf8")), () => process.exit(0));
} catch (fault) {
  console.error(fault.message);
  process.exit(1);
}
