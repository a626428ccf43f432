/**
 * Bundles the views into ../static, or into the folder given; the same sources always give the same bytes.
 * What has a default export is the view of a widget; its style sheet, if it has one, has that name too.
 * The others (`brackets.js`, `brackets.css`) are drawn in by those that import them.
 */

import { readFileSync, readdirSync } from "node:fs";

import { build } from "esbuild";

const here = readdirSync(".");
const views = here.filter((file) => file.endsWith(".js") && readFileSync(file, "utf8").includes("export default"));
const styles = ["cardlab.css", ...views.map((file) => file.replace(/\.js$/, ".css"))].filter((file) =>
  here.includes(file),
);

await build({
  entryPoints: [...views, ...styles],
  outdir: process.argv[2] ?? "../static",
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
});
