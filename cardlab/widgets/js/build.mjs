/**
 * Bundles the views into ../static, or into the folder given; the same sources always give the same bytes.
 *
 * A module with a default export is the view of a widget; its style sheet, if there is one, has the same name. Other
 * modules and style sheets (`brackets.js`, `plots.css`) are bundled into those that import them, except what most views
 * need (COMMON, and `cardlab.css`): `common.js` runs before each view, but only once on a page. Its global name
 * contains a hash, so that widgets of two versions on one page don't share it.
 */

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

import { shortened, smaller } from "./smaller.mjs";

const COMMON = [
  "address.js",
  "core.js",
  "roving.js",
  "faces.js",
  "cards.js",
  "full.js",
  "cloth.js",
  "brackets.js",
  "figures.js",
  "files.js",
  "blocks.js",
];
const NAME = "cardlab-common";

const outdir = process.argv[2] ?? "../static";
/** @type {import("esbuild").BuildOptions} */
const always = {
  outdir,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
};

const imported = COMMON.map((file, at) => `import * as _${at} from "./${file}";`).join("");
const named = COMMON.map((file, at) => `"${file}": _${at}`).join();
const {
  outputFiles: [bundle],
} = await build({
  ...always,
  stdin: { contents: `${imported} globalThis["${NAME}"] = {${named}};`, resolveDir: "." },
  format: "iife",
  write: false,
});
const name = `${NAME}-${createHash("sha256").update(bundle.text).digest("hex").slice(0, 12)}`;

const { metafile } = await build({ ...always, entryPoints: COMMON, bundle: false, write: false, metafile: true });
const exported = Object.fromEntries(
  Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]),
);

/** Imports common code instead of bundling it again. @type {import("esbuild").Plugin} */
const common = {
  name: "common",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.js$/ }, ({ path }) => {
      const file = path.replace("./", "");
      return COMMON.includes(file) ? { path: file, namespace: "common", sideEffects: false } : undefined;
    });
    onLoad({ filter: /\.js$/, namespace: "common" }, ({ path }) => ({
      contents: `import all from "all.js"; export const {${exported[path]}} = all["${path}"];`,
    }));
    onResolve({ filter: /^all\.js$/ }, ({ path }) => ({ path, namespace: "all" }));
    onLoad({ filter: /.*/, namespace: "all" }, () => ({ contents: `export default globalThis["${name}"];` }));
  },
};

const here = readdirSync(".");
const views = here.filter((file) => file.endsWith(".js") && readFileSync(file, "utf8").includes("export default"));
const styles = views.map((file) => file.replace(/\.js$/, ".css")).filter((file) => here.includes(file));
await build({ ...always, entryPoints: [...views, ...styles], plugins: [common, smaller] });
// These are put before a view in one module; in a function their names don't clash with the view's.
await build({ ...always, entryPoints: ["jupyter.js", "specials.js"], format: "iife", plugins: [common, smaller] });
await build({ ...always, entryPoints: ["cardlab.css"] });
// Everything becomes a module, where all code is strict.
const text = (await shortened(bundle.text)).replace(/^"use strict";/, "").replaceAll(NAME, name);
writeFileSync(`${outdir}/common.js`, `globalThis["${name}"]||${text}`);
const { version, license } = JSON.parse(readFileSync("node_modules/preact/package.json", "utf8"));
const conditions = readFileSync("node_modules/preact/LICENSE", "utf8");
writeFileSync(`${outdir}/licences.txt`, `preact ${version} (${license})\n\n${conditions}`);
