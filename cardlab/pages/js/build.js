/** Bundles the scripts of every page into ../static, or into the folder given; same sources, same bytes. */

import { readFileSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const outdir = process.argv[2] ?? "../static";
/** @type {import("esbuild").BuildOptions} */
const always = { outdir, bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };

const scripts = { ...always, entryPoints: ["page.js", "worker.js", "code.js"], metafile: true };
const { metafile } = await build({ ...scripts, format: "esm" });
await build({ ...always, entryPoints: ["plain.js"], format: "iife" });
await build({ ...always, entryPoints: ["plain.css"], loader: { ".css": "css" } });

// The editor is others' work.
const inputs = Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const licences = [...new Set(inputs)].sort().flatMap((name) => {
  if (!name) return [];
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}`;
});
writeFileSync(`${outdir}/code_licences.txt`, licences.join("\n"));
