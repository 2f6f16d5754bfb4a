// Replays records in the wasm module and by the native program; the states
// they end in must have the same hash. One TAP point for each record, and one
// for a record with a wrong line, which both must refuse.
//
// usage: node replay.mjs TIOLI.wasm TIOLI RECORD...
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { finish, load, point } from './module.mjs';

const [wasmFile, program, ...records] = process.argv.slice(2);
const { module, tioli, give, readString } = load(wasmFile);

function replayInWasm(text) {
  const error = give(text, tioli.wasm_replay);
  const half = (n) => (n >>> 0).toString(16).padStart(8, '0');
  return {
    error,
    line: tioli.wasm_error_line(),
    text: readString(tioli.wasm_error_text()),
    moves: tioli.wasm_moves(),
    hash: half(tioli.wasm_hash_high()) + half(tioli.wasm_hash_low()),
  };
}

function replayNatively(file) {
  const out = execFileSync(program, ['replay', '--json', file],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  return out.match(/"hash"\s*:\s*"([0-9a-f]{16})"/g).at(-1).slice(-17, -1);
}

const imports = WebAssembly.Module.imports(module)
  .map((i) => `${i.module}.${i.name}`).join(' ');
point('the module needs SHA-256 and nothing else',
  imports === 'env.sha256' ? '' : imports);
point('there are golden records', records.length ? '' : 'none was given');

for (const file of records) {
  const wasm = replayInWasm(readFileSync(file));
  if (wasm.error) {
    point(basename(file), `line ${wasm.line}: ${wasm.text}`);
    continue;
  }
  const native = replayNatively(file);
  point(basename(file), wasm.moves === 0 ? 'no move was read'
    : wasm.hash === native ? ''
      : `wasm ends in ${wasm.hash}, the native program in ${native}`);
}

if (records.length) {
  const lines = readFileSync(records[0], 'utf8').split('\n');
  const broken = Math.floor(lines.length / 2);
  lines[broken] = 'no such move';
  const wasm = replayInWasm(new TextEncoder().encode(lines.join('\n')));
  point('a broken line is found and named',
    wasm.error && wasm.line === broken + 1 && wasm.text ? ''
      : `line ${broken + 1} was broken, but the answer is ` +
        `error ${wasm.error}, line ${wasm.line}: ${wasm.text}`);
}

finish();
