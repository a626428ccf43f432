/**
 * Bundles the views into ../static, or into the folder given; the same sources always give the same bytes.
 * A widget is a Python file or folder with a view of the same name here; its style sheet, if any, has that name too.
 * What has no view of its own (`brackets.js`, `brackets.css`) is drawn in by those that import it.
 */

import { readFileSync, readdirSync } from "node:fs";

import { build } from "esbuild";

const python = new Set(readdirSync("..").map((file) => file.replace(/(\.py)?$/, ".js")));
const here = readdirSync(".");
const views = here.filter((file) => python.has(file) && readFileSync(file, "utf8").includes("export default"));
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
