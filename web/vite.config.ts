import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// TIOLI_CATALOGUES is where the build put the translations of po/, and
// TIOLI_WASM the engine for the browser.
const catalogues = process.env["TIOLI_CATALOGUES"] ?? here("./catalogues");
const wasm = process.env["TIOLI_WASM"] ?? here("./tioli.wasm");

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  resolve: {
    alias: [
      { find: /^\$lib\//, replacement: `${here("./src/lib")}/` },
      { find: /^\$\//, replacement: `${here("./src")}/` },
      { find: /^@catalogues\//, replacement: `${catalogues}/` },
      { find: /^@wasm(?=\?|$)/, replacement: wasm },
    ],
    // Naming conditions replaces the usual ones, so only tests name any.
    ...(mode === "test" ? { conditions: ["browser"] } : {}),
  },
  define: { __GALLERY__: JSON.stringify(mode === "gallery" || mode === "development") },
  build: {
    target: "es2021",
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
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
}));
