// The module for the browser in node: text in, JSON out, and points of TAP.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function load(file) {
  const module = new WebAssembly.Module(readFileSync(file));
  const bytes = (at, size) =>
    new Uint8Array(instance.exports.memory.buffer, at, size);
  const env = {
    sha256(pointer, length, out) {
      const hash = createHash('sha256').update(bytes(pointer, length)).digest();
      bytes(out, 32).set(hash);
    },
  };
  const instance = new WebAssembly.Instance(module, { env });
  const tioli = instance.exports;

  // Calls with the text's place and length behind the other arguments.
  function give(text, call) {
    const given = typeof text === 'string'
      ? new TextEncoder().encode(text) : text;
    const pointer = tioli.wasm_alloc(given.length + 1);
    if (pointer === 0) throw new Error('out of memory');
    bytes(pointer, given.length).set(given);
    bytes(pointer + given.length, 1)[0] = 0;
    const result = call(pointer, given.length);
    tioli.wasm_free(pointer);
    return result;
  }

  const said = () => new TextDecoder().decode(
    bytes(tioli.wasm_text(), tioli.wasm_text_size()));

  function readString(pointer) {
    const memory = new Uint8Array(tioli.memory.buffer);
    return new TextDecoder().decode(
      memory.subarray(pointer, memory.indexOf(0, pointer)));
  }

  return { module, tioli, give, said, readString };
}

let count = 0;
let failed = 0;

export function point(name, problem) {
  count += 1;
  if (problem) {
    failed += 1;
    console.log(`not ok ${count} - ${name}\n# ${problem}`);
  } else {
    console.log(`ok ${count} - ${name}`);
  }
}

export function finish() {
  console.log(`1..${count}`);
  process.exitCode = failed ? 1 : 0;
}
