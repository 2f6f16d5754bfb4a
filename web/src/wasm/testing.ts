/** The engine for tests, which run outside of a browser. */
import { sha256 } from "@noble/hashes/sha2";
import { readFileSync } from "node:fs";
import { loadEngine, type Engine } from "./engine";

export function testEngine(): Promise<Engine> {
  const bytes = readFileSync(process.env["TIOLI_WASM"] ?? "tioli.wasm");
  return loadEngine(new Uint8Array(bytes), sha256);
}
