/** Bundles the scripts of every page into ../static, or into the folder given; same sources, same bytes. */

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { build, transform } from "esbuild";

/**
 * Style sheets that a script puts into the page itself, shortened; what one imports, the script names.
 * @type {import("esbuild").Plugin}
 */
const textOfStyles = {
  name: "text-of-styles",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const text = (await readFile(path, "utf8")).replace(/@import[^;]+;/g, "");
      const { code } = await transform(text, { loader: "css", minify: true });
      return { contents: code, loader: "text" };
    });
  },
};

/** anywidget's package is an AMD module; its factory is what we want. @type {import("esbuild").Plugin} */
const factoryOfAnywidget = {
  name: "factory-of-anywidget",
  setup({ onLoad }) {
    onLoad({ filter: /anywidget[\\/]dist[\\/]index\.js$/ }, async ({ path }) => ({
      contents: `let factory;\nconst define = (_names, made) => { factory = made; };\n${await readFile(path, "utf8")}\nexport default factory;`,
      loader: "js",
    }));
  },
};

const outdir = process.argv[2] ?? "../static";
/** @type {import("esbuild").BuildOptions} */
const always = { outdir, bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };

for (const file of await readdir(outdir).catch(() => [])) {
  if (/^(chunk|controls|manager)-/.test(file)) await rm(`${outdir}/${file}`);
}
const { metafile } = await build({
  ...always,
  entryPoints: ["page.js"],
  format: "esm",
  splitting: true,
  metafile: true,
  chunkNames: "[name]-[hash]",
  alias: { "sanitize-html": "./sanitize.js" },
  plugins: [textOfStyles, factoryOfAnywidget],
});
// Of what the other two share, esbuild has the page wait for it although it needs nothing of that.
const page = await readFile(`${outdir}/page.js`, "utf8");
await writeFile(`${outdir}/page.js`, page.replace(/^import"\.\/chunk-\w+\.js";/, ""));
await build({ ...always, entryPoints: ["plain.js"], format: "iife" });
await build({ ...always, entryPoints: ["plain.css"], loader: { ".css": "css" } });
await writeFile(`${outdir}/licences.txt`, await licences(Object.keys(metafile.inputs)));

/** The licence of every package of which something is in the bundle. @param {string[]} inputs */
async function licences(inputs) {
  const folders = inputs.map((path) => path.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1] ?? "");
  const texts = [...new Set(folders)]
    .filter(Boolean)
    .sort()
    .map(async (folder) => {
      const { name, version, license, author } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? await readFile(`${folder}/${file}`, "utf8") : await conditions(author);
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    });
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
}

/** The text for a package that names its licence only; those here are BSD-3-Clause like this project. */
async function conditions(/** @type {any} */ author) {
  const ours = await readFile("../../../LICENSE", "utf8");
  return `Copyright (c) ${author?.name ?? author}\n\n${ours.slice(ours.indexOf("Redistribution and use"))}`;
}
