/** Bundles the views into ../static, or into the folder given; the same sources always give the same bytes. */

import { build } from "esbuild";

await build({
  entryPoints: ["hand.js", "meld_check.js", "piles.js", "exercise.js", "cardlab.css"],
  outdir: process.argv[2] ?? "../static",
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "info",
});
