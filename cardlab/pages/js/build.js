/** Bundles the scripts of every page into ../static, or into the folder given; same sources, same bytes. */

import { build } from "esbuild";

const outdir = process.argv[2] ?? "../static";
/** @type {import("esbuild").BuildOptions} */
const always = { outdir, bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };

await build({ ...always, entryPoints: ["page.js", "worker.js"], format: "esm" });
await build({ ...always, entryPoints: ["plain.js"], format: "iife" });
await build({ ...always, entryPoints: ["plain.css"], loader: { ".css": "css" } });
