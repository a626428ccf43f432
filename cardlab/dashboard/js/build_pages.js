/** Bundles the frame and the pages that are no lesson's into the template, or into the folder given. */

import { build } from "../../pages/js/node_modules/esbuild/lib/main.js";

const outdir = process.argv[2] ?? "../share/jupyter/voila/templates/cardlab/static";
/** @type {import("esbuild").BuildOptions} */
const always = { outdir, bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };

await build({
  ...always,
  entryPoints: ["frame.js", "by_voila.js", "first_page.js", "way_in.js", "offline.js"],
  format: "iife",
});
/** The frame of a page whose Python is in the browser: a port stands where else the socket is. @type {import("esbuild").Plugin} */
const port = {
  name: "port",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/connection\.js$/ }, ({ importer, resolveDir }) =>
      importer.endsWith("/line.js") ? { path: `${resolveDir}/port.js` } : undefined,
    ),
};
await build({ ...always, entryPoints: ["frame_site.js"], format: "iife", plugins: [port] });
await build({
  ...always,
  entryPoints: ["course.css", "first_page.css", "rules.css", "class.css"],
  loader: { ".css": "css" },
});
