/** The one engine of the page, loaded when somebody first needs it. */
import type { Engine } from "./engine";

let loading: Promise<Engine> | null = null;

async function load(): Promise<Engine> {
  const [{ loadEngine }, { sha256 }, { default: url }] = await Promise.all([
    import("./engine"),
    import("@noble/hashes/sha2"),
    import("@wasm?url"),
  ]);
  return loadEngine(url, sha256);
}

export function sharedEngine(): Promise<Engine> {
  loading ??= load().catch((error: unknown) => {
    loading = null; // the network may be back next time
    throw error;
  });
  return loading;
}
