// Asks the bots in the wasm module what they choose in positions for which the
// native program has chosen. One TAP point for each bot, and some for views
// that must be refused.
//
// usage: node choose.mjs TIOLI.wasm CHOICES
import { execFileSync } from 'node:child_process';
import { finish, load, point } from './module.mjs';

const [wasmFile, program] = process.argv.slice(2);
const { tioli, give, readString } = load(wasmFile);

function choose(view, bot, seed, playouts) {
  const error = give(view, (text, length) => give(bot, (name) =>
    tioli.wasm_choose(text, length, name, seed, playouts)));
  if (error === 0) return readString(tioli.wasm_move_text());
  return `line ${tioli.wasm_error_line()}: ` +
    readString(tioli.wasm_error_text());
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

finish();
