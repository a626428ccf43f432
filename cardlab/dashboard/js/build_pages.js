/** Bundles the frame and the pages that are no lesson's into the template, or into the folder given. */

import { build } from "../../pages/js/node_modules/esbuild/lib/main.js";

const outdir = process.argv[2] ?? "../share/jupyter/voila/templates/cardlab/static";
/** @type {import("esbuild").BuildOptions} */
const always = { outdir, bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };

await build({ ...always, entryPoints: ["frame.js", "by_voila.js", "first_page.js"], format: "iife" });
await build({
  ...always,
  entryPoints: ["course.css", "first_page.css", "rules.css", "class.css"],
  loader: { ".css": "css" },
});
