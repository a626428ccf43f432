/** Makes esbuild's output five per cent smaller, because bundles are loaded before the first cards are seen. */

import { writeFileSync } from "node:fs";

import { minify } from "terser";

/** A minified script. @param {string} text @param {boolean} [module] */
export const shortened = async (text, module = true) =>
  /** @type {string} */ ((await minify(text, { module, compress: { ecma: 2020, passes: 3 } })).code);

/** Minifies the scripts of a build. @type {import("esbuild").Plugin} */
export const smaller = {
  name: "smaller",
  setup({ initialOptions, onEnd }) {
    initialOptions.write = false;
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles)
        writeFileSync(path, path.endsWith(".js") ? await shortened(text, initialOptions.format === "esm") : text);
    });
  },
};

/** Options of all builds. @type {import("esbuild").BuildOptions} */
export const pages = {
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  plugins: [smaller],
};
