/** Bundles the scripts of every page into ../static, or into the folder given; same sources, same bytes. */

import { readFileSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

import { pages } from "../../widgets/js/smaller.mjs";

const outdir = process.argv[2] ?? "../static";

const scripts = { ...pages, outdir, entryPoints: ["worker.js", "kernel.js", "code.js"], metafile: true };
const { metafile } = await build({ ...scripts, format: "esm" });

// The editor is others' work.
const inputs = Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const licences = [...new Set(inputs)].sort().flatMap((name) => {
  if (!name) return [];
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}`;
});
writeFileSync(`${outdir}/code_licences.txt`, licences.join("\n"));
