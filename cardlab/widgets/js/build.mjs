/**
 * Bundles the views into ../static, or into the folder given; the same sources always give the same bytes.
 * A widget is a Python file with a view of the same name beside it; its style sheet, if it has one, has that name too.
 */

import { readdirSync } from "node:fs";

import { build } from "esbuild";

const python = new Set(readdirSync("..").map((file) => file.replace(/\.py$/, ".js")));
const here = readdirSync(".");

await build({
  entryPoints: [...here.filter((file) => python.has(file)), ...here.filter((file) => file.endsWith(".css"))],
  outdir: process.argv[2] ?? "../static",
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
});
