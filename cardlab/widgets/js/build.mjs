/**
 * Bundles the views into ../static, or into the folder given; the same sources always give the same bytes.
 *
 * What has a default export is the view of a widget; its style sheet, if it has one, has that name too. The others
 * (`brackets.js`, `brackets.css`) are drawn in by those that import them, except what most views need (COMMON and
 * `cardlab.css`): `common.js` runs before each of them, and does its work once on a page. It is known by a name that
 * tells its contents: widgets of two versions on one page have each their own.
 */

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const COMMON = [
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
const LAYERS = /^@layer [^{;]+;/m;

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

/** Reads from what is loaded once in place of the file itself. @type {import("esbuild").Plugin} */
const common = {
  name: "common",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.(js|css)$/ }, ({ path, kind }) => {
      const file = path.replace("./", "");
      const isCommon = COMMON.includes(file) || (file === "cardlab.css" && kind === "import-rule");
      return isCommon ? { path: file, namespace: "common", sideEffects: false } : undefined;
    });
    onLoad({ filter: /\.js$/, namespace: "common" }, ({ path }) => ({
      contents: `import all from "all.js"; export const {${exported[path]}} = all["${path}"];`,
    }));
    onResolve({ filter: /^all\.js$/ }, ({ path }) => ({ path, namespace: "all" }));
    onLoad({ filter: /.*/, namespace: "all" }, () => ({ contents: `export default globalThis["${name}"];` }));
    // Whichever sheet comes first says in which order the layers outweigh each other.
    onLoad({ filter: /\.css$/, namespace: "common" }, ({ path }) => ({
      contents: readFileSync(path, "utf8").match(LAYERS)?.[0],
      loader: "css",
    }));
  },
};

const here = readdirSync(".");
const views = here.filter((file) => file.endsWith(".js") && readFileSync(file, "utf8").includes("export default"));
const styles = views.map((file) => file.replace(/\.js$/, ".css")).filter((file) => here.includes(file));
await build({ ...always, entryPoints: [...views, ...styles], plugins: [common] });
await build({ ...always, entryPoints: ["cardlab.css"] });
// In a module, where all of this goes, every script is strict.
const text = bundle.text.replace(/^"use strict";/, "").replaceAll(NAME, name);
writeFileSync(`${outdir}/common.js`, `globalThis["${name}"]||${text}`);
const { version, license } = JSON.parse(readFileSync("node_modules/preact/package.json", "utf8"));
const conditions = readFileSync("node_modules/preact/LICENSE", "utf8");
writeFileSync(`${outdir}/licences.txt`, `preact ${version} (${license})\n\n${conditions}`);
