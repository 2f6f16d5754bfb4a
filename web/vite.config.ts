import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { firstScreen } from "./first-screen";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// TIOLI_CATALOGUES is where the build put the translations of po/, and
// TIOLI_WASM the engine for the browser.
const catalogues = process.env["TIOLI_CATALOGUES"] ?? here("./catalogues");
const wasm = process.env["TIOLI_WASM"] ?? here("./tioli.wasm");

const listed = readFileSync(here("../po/LINGUAS"), "utf8").trim();
const languages = ["en", ...listed.split(/\s+/)];

const resolve = {
  alias: [
    { find: /^\$lib\//, replacement: `${here("./src/lib")}/` },
    { find: /^\$\//, replacement: `${here("./src")}/` },
    { find: /^@catalogues\//, replacement: `${catalogues}/` },
    { find: /^@wasm(?=\?|$)/, replacement: wasm },
  ],
};

export default defineConfig(({ mode }) => {
  const define = {
    __GALLERY__: JSON.stringify(mode === "gallery" || mode === "development"),
    __LANGUAGES__: JSON.stringify(languages),
  };
  return {
    plugins: [
      svelte(),
      firstScreen(
        { root: here("."), mode, plugins: [svelte()], resolve, define },
        languages,
      ),
    ],
    // Naming conditions replaces the usual ones, so only tests name any.
    resolve: { ...resolve, ...(mode === "test" ? { conditions: ["browser"] } : {}) },
    define,
    build: {
      // What our styles need; older ones could not show the page anyway. Private
      // fields stay what they are: made into maps they are slow, and grow.
      target: ["chrome111", "firefox113", "safari16.4"],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    server: {
      // Tests compare with the documents and headers outside of this folder.
      fs: { allow: [here("..")] },
      proxy: {
        "/api": "http://127.0.0.1:8080",
        "/ws": { target: "ws://127.0.0.1:8080", ws: true },
      },
    },
    // A document takes longer to make than most tests to run: tests that need one ask for it.
    test: { environment: "node", pool: "threads", include: ["src/**/*.test.ts"] },
  };
});
