// Asks the bots in the wasm module what they choose in positions for which the
// native program has chosen. One TAP point for each bot, and some for views
// that must be refused.
//
// usage: node choose.mjs TIOLI.wasm CHOICES
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasmFile, program] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasmFile));
const { exports: tioli } = new WebAssembly.Instance(module, {});

function putString(text) {
  const bytes = new TextEncoder().encode(text + '\0');
  const pointer = tioli.wasm_alloc(bytes.length);
  if (pointer === 0) throw new Error('out of memory');
  new Uint8Array(tioli.memory.buffer, pointer, bytes.length).set(bytes);
  return [pointer, bytes.length - 1];
}

function readString(pointer) {
  const memory = new Uint8Array(tioli.memory.buffer);
  return new TextDecoder().decode(
    memory.subarray(pointer, memory.indexOf(0, pointer)));
}

function choose(view, bot, seed, playouts) {
  const [text, length] = putString(view);
  const [name] = putString(bot);
  const error = tioli.wasm_choose(text, length, name, seed, playouts);
  tioli.wasm_free(text);
  tioli.wasm_free(name);
  if (error === 0) return readString(tioli.wasm_move_text());
  return `line ${tioli.wasm_error_line()}: ` +
    readString(tioli.wasm_error_text());
}

let count = 0;
let failed = 0;
function point(name, problem) {
  count += 1;
  if (problem) {
    failed += 1;
    console.log(`not ok ${count} - ${name}\n# ${problem}`);
  } else {
    console.log(`ok ${count} - ${name}`);
  }
}

const blocks = execFileSync(program, [],
  { encoding: 'utf8', maxBuffer: 1 << 28 })
  .split(/(?<=\nend\n)/).filter(Boolean)
  .map((block) => {
    const feed = block.indexOf('\n');
    const [bot, seed, playouts, move] = block.slice(0, feed).split('\t');
    return { bot, seed: +seed, playouts: +playouts, move,
      view: block.slice(feed + 1) };
  });

const bots = [...new Set(blocks.map((block) => block.bot))];
point('all five bots have chosen', bots.length === 5 ? '' : bots.join(' '));
for (const bot of bots) {
  const mine = blocks.filter((block) => block.bot === bot);
  const other = mine
    .map((b) => [b.move, choose(b.view, b.bot, b.seed, b.playouts), b.seed])
    .filter(([native, wasm]) => native !== wasm);
  point(`${bot} chooses the same as natively`,
    mine.length < 60 ? `only ${mine.length} positions`
      : other.map(([native, wasm, seed]) =>
        `position ${seed}: ${native}, but in wasm ${wasm}`).join('; '));
}

const { view } = blocks[0];
point('a view that is cut off is refused',
  choose(view.slice(0, -4), 'normal', 1, 0).includes('cut off') ? '' : 'taken');
point('an unknown bot is refused',
  choose(view, 'nobody', 1, 0).startsWith('line 0: ') ? '' : 'taken');
point('a spectator is not asked',
  choose(view.replace(/\nseat \d\n/, '\nseat spectator\n'), 'normal', 1, 0)
    .startsWith('line ') ? '' : 'taken');

console.log(`1..${count}`);
process.exitCode = failed ? 1 : 0;
