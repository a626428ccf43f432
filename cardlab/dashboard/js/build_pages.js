/** Bundles the frame's scripts into the template's folder, or into the folder given. */

import { build } from "../../pages/js/node_modules/esbuild/lib/main.js";
import { pages, smaller } from "../../widgets/js/smaller.mjs";

const outdir = process.argv[2] ?? "../share/jupyter/voila/templates/cardlab/static";
const always = { ...pages, outdir };

await build({
  ...always,
  entryPoints: ["frame.js", "by_voila.js", "first_page.js", "way_in.js", "offline.js"],
  format: "iife",
});
/** Replaces the socket by a port, for pages whose Python is in the browser. @type {import("esbuild").Plugin} */
const port = {
  name: "port",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/connection\.js$/ }, ({ importer, resolveDir }) =>
      importer.endsWith("/line.js") ? { path: `${resolveDir}/port.js` } : undefined,
    ),
};
await build({ ...always, entryPoints: ["meanings.js"], format: "esm" });
await build({ ...always, entryPoints: ["frame_site.js"], format: "iife", plugins: [port, smaller] });
await build({
  ...always,
  entryPoints: ["course.css", "first_page.css", "rules.css", "class.css"],
  loader: { ".css": "css" },
});
