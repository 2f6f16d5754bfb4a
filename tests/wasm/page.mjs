// What a page asks of the module, held against the same code compiled natively:
// every state and all news of the golden records, byte for byte, games that bots
// play, fairness against `tioli verify`; and that nothing wrong makes it trap.
//
// usage: node page.mjs TIOLI.wasm SEEN FAIR_GAMES TIOLI WORDS.json RECORD...
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync }
  from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { finish, load, point } from './module.mjs';

const [wasmFile, seen, fairGames, program, words, ...records] =
  process.argv.slice(2);
const { verdicts } = JSON.parse(readFileSync(words, 'utf8'));
const { tioli, give, said } = load(wasmFile);
const folder = mkdtempSync(join(tmpdir(), 'tioli-page-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const lines = (...command) =>
  execFileSync(seen, command, { encoding: 'utf8', maxBuffer: 1 << 28 })
    .split('\n').slice(0, -1);
const open = (text) => give(text, tioli.wasm_record_open);
const verify = (handle, claims = '') => JSON.parse(give(claims, (at, size) => {
  tioli.wasm_record_verify(handle, at, size);
  return said();
}));

function firstDifference(native, wasm) {
  const at = native.findIndex((line, i) => line !== wasm[i]);
  if (at < 0) return native.length === wasm.length ? '' : 'another length';
  return `answer ${at}: ${native[at]?.slice(0, 300)}, ` +
    `but in wasm ${wasm[at]?.slice(0, 300)}`;
}

// ---- Records ----

function* answers(handle, about) {
  for (let step = 0; step <= about.steps.length; step += 1)
    for (let eyes = 0; eyes <= about.players; eyes += 1)
      yield [step, eyes];
}

function watch(handle, step, eyes) {
  const state = tioli.wasm_record_state(handle, step, eyes) ? said() : 'none';
  return [state, tioli.wasm_record_news(handle, step, eyes) ? said() : 'none'];
}

for (const file of records) {
  const native = lines('record', file);
  const handle = open(readFileSync(file));
  if (!handle) {
    point(basename(file), said());
    continue;
  }
  const wasm = [said()];
  const about = JSON.parse(wasm[0]);
  for (const [step, eyes] of answers(handle, about))
    wasm.push(...watch(handle, step, eyes));
  wasm.push(JSON.stringify(verify(handle)));
  point(`${basename(file)}: the same states and news`,
    firstDifference(native, wasm));

  // From the end to the beginning, in strides that meet every sort of eyes.
  const all = [...answers(handle, about)];
  const wrong = [];
  for (let i = all.length - 1; i >= 0; i -= 17) {
    const [state, news] = watch(handle, ...all[i]);
    if (state !== native[1 + 2 * i] || news !== native[2 + 2 * i])
      wrong.push(all[i].join(':'));
  }
  point(`${basename(file)}: the same backwards`, wrong.join(' '));
  tioli.wasm_close(handle);
}

// ---- Fairness ----

// What `tioli verify` says of the files, in the words of the module.
function nativeVerdicts(files) {
  const { stdout } = spawnSync(program, ['verify', '--json', ...files],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(stdout).records.map((r) => ({
    fair: { fair: true, 'not fair': false, 'not verifiable': null }[r.verdict],
    line: r.line, words: r.what, expected: r.expected, found: r.found,
    ...(r.verdict === 'fair' && {
      chances: r.chances, contributed: r.contributed,
    }),
  }));
}

function wasmVerdict(file) {
  const handle = open(readFileSync(file));
  if (!handle) {
    const { line, words } = JSON.parse(said());
    return { fair: undefined, line, words, expected: null, found: null };
  }
  const { rolls, deals, code, ...verdict } = verify(handle);
  tioli.wasm_close(handle);
  return { line: null, words: code ? verdicts[code] : null, expected: null,
    found: null, ...verdict };
}

// FNV-1a over the head, so that one that was altered fits again.
function refit(text) {
  const at = text.indexOf('\nmoves ') + 1;
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(text.slice(0, at)))
    hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return text.slice(0, at + 6) + hash.toString(16).padStart(8, '0') +
    text.slice(at + 14);
}

const other = (digit) => (digit === '0' ? '1' : '0');
const alter = {
  'another secret': (text) =>
    text.replace(/^secret (.)/m, (_, d) => `secret ${other(d)}`),
  'no secret': (text) => text.replace(/^secret .*\n/m, ''),
  'other bytes': (text) =>
    refit(text.replace(/^(bytes \d )(.)/m, (_, b, d) => b + other(d))),
  'another commitment': (text) =>
    refit(text.replace(/^fair (.)/m, (_, d) => `fair ${other(d)}`)),
  'a head that does not fit': (text) =>
    text.replace(/^fair (.)/m, (_, d) => `fair ${other(d)}`),
  'another die': (text) =>
    text.replace(/^(roll.* )L2/m, '$1L3').replace(/^(roll.* )D5/m, '$1D6'),
};
const golden = records.filter((file) => basename(file).startsWith('fair'));
const altered = golden.flatMap((file) => Object.entries(alter).map(
  ([name, change]) => {
    const path = join(folder, `${name} ${basename(file)}`);
    writeFileSync(path, change(readFileSync(file, 'utf8')));
    return path;
  }));
const written = ['honest', 'cheat'].flatMap((kind, i) =>
  execFileSync(resolve(fairGames), [folder, String(1000 * i), '40', kind],
    { encoding: 'utf8', cwd: folder })
    .trim().split('\n').map((told) => join(folder, told.split(' ')[0])));

for (const [name, files] of Object.entries({
  'golden records are fair as `tioli verify` has it': records,
  'altered ones are not': altered,
  'games that were honest and games that were not': written,
})) {
  const native = nativeVerdicts(files);
  const wrong = files.filter((file, i) => {
    const sort = (verdict) => JSON.stringify(verdict, [
      'fair', 'line', 'words', 'expected', 'found', 'chances', 'contributed']);
    return sort(native[i]) !== sort(wasmVerdict(file));
  });
  const sorts = new Set(native.map((verdict) => String(verdict.fair)));
  point(name, wrong.length ? `not the same: ${wrong.slice(0, 3).map((file) =>
    `${basename(file)} ${JSON.stringify(wasmVerdict(file))}`)}`
    : sorts.size < 2 ? `all are ${[...sorts]}` : '');
}

{
  const text = readFileSync(golden[0], 'utf8');
  const [, commit] = text.match(/^fair (.*)$/m);
  const [, bytes] = text.match(/^bytes \d (.*)$/m);
  const handle = open(text);
  const none = '0'.repeat(64);
  point('what was seen and given at the table counts', [
    [`commit ${commit} bytes ${bytes}`, true], [`bytes ${none}`, false],
    [`commit ${none}`, false], [`commit ${commit} bytes ${none}`, false],
    ['commit 12', undefined], [`secret ${none}`, undefined],
    [`commit ${commit} commit ${commit}`, undefined],
  ].filter(([claims, fair]) => verify(handle, claims).fair !== fair).join(' '));
  tioli.wasm_close(handle);
}

// ---- Games ----

const settings = {
  'two, quick': 'seat Anna\nbot easy Ben\nseed 11\nstarts 1\nfirst 1\n',
  'five in free hand': 'edition schmidt\nfree_hand yes\nseat Ä\nbot random B\n' +
    'bot normal C\nbot easy D\nseat E\nstarts 1\nseed 9007199254740991\n',
  'those who search': 'bot hard A\nbot expert B\nseat C\nstarts 1\nseed 5\n',
};
const game = (text) => give(text, tioli.wasm_game_new);
const act = (handle, line) => give(line, (at, size) => {
  tioli.wasm_game_do(handle, at, size);
  return said();
});

for (const [name, text] of Object.entries(settings)) {
  const path = join(folder, 'settings');
  writeFileSync(path, text);
  const native = lines('game', path);
  const seats = text.match(/^(seat|bot) /mg);
  const handle = game(text);
  const wasm = [];
  for (let now = JSON.parse(act(handle, 'waits')); now.waits !== 'nothing';) {
    const [seat] = now.seats ?? [0];
    wasm.push(act(handle, !seat ? 'chance'
      : seats[seat - 1] === 'bot ' ? `bot ${seat}` : `bot ${seat} normal`));
    for (let eyes = 0; eyes <= seats.length; eyes += 1)
      wasm.push(act(handle, `state ${eyes}`), act(handle, `news ${eyes}`));
    wasm.push(act(handle, 'waits'));
    if (wasm.length > native.length) break;
    now = JSON.parse(wasm.at(-1));
  }
  point(`a game of ${name} goes as it does natively`,
    firstDifference(native, wasm));
  tioli.wasm_close(handle);
}

{
  const handle = game('seat Anna\nseat Ben\nfirst 1\nstarts 1\n');
  const tell = (line) => {
    const answer = JSON.parse(act(handle, line));
    return answer.rule ?? answer.error ?? String(answer.ok ?? answer.legal);
  };
  const script = [
    ['NOT_PLAYER', 'move 1 take D5'],
    ['bad-move', 'chance deal'],
    ['bad-move', `chance ${'x'.repeat(2000)}`],
    ['bad-move', `chance ${'x'.repeat(1000)}`],
    ['bad-move', 'chance deal 1\0 c1'],
    ['bad-move', ''],
    ['bad-move', 'stat 1'],
    ['bad-move', 'states 1'],
    ['NOT_PLAYER', 'chance pass'],
    ['WRONG_CHANCE', 'chance roll L1'],
    ['true', 'chance deal 1 c1 c2 c3 c4 a1'],
    ['DEAL_NOT_IN_PILE', 'chance deal 2 c1 c5 c6 c7 a2'],
    ['true', 'chance '],
    ['true', 'chance roll L1 L1 L2 L3 L4 L5 D1 D2 D3 D4 D5 D6 R1'],
    ['NOT_CHANCE', 'chance'],
    ['NOT_CHANCE', 'chance nonsense'],
    ['NOT_CHANCE', 'move 1 roll L1'],
    ['NOT_YOUR_TURN', 'move 2 take D5'],
    ['no-such-seat', 'move 3 take D5'],
    ['no-such-seat', 'move 0 take D5'],
    ['no-such-seat', 'move -1 take D5'],
    ['no-such-seat', 'move take D5'],
    ['DIE_NOT_IN_TRAY', 'move 1 take L6'],
    ['bad-move', 'move 1 '],
    ['true', 'try 1 take D5'],
    ['DIE_NOT_IN_TRAY', 'try 1 take L6'],
    ['no-such-seat', 'try 0 take D5'],
    ['no-such-seat', 'try 9 take D5'],
    ['no-such-seat', 'state 3'],
    ['no-such-seat', 'news'],
    ['no-such-bot', 'bot 1 nobody'],
    ['no-such-bot', 'bot 1'],
    ['NOTHING_TO_ANSWER', 'bot 2 easy'],
    ['no-such-seat', 'bot 7 easy'],
    ['true', 'move 1 take D5'],
    ['no-undo', 'undo 1'],
    ['true', 'bot 2 normal'],
  ];
  const wrong = script.map((row) => [...row, tell(row[1])])
    .filter(([expected, , found]) => found !== expected);
  point('every refusal of a game has its reason', wrong.join('; '));

  const solo = game('seat Anna\nbot easy Ben\nfirst 1\nseed 3\ntakeback yes\n');
  const say = (line) => JSON.parse(act(solo, line));
  while (say('waits').waits === 'chance') say('chance');
  const dice = () => say('state 1').game.tray.length;
  const all = dice();
  say(`move 1 take ${say('state 1').game.tray[0]}`);
  for (let i = 0; i < 2 && say('waits').seats[0] === 2; i += 1) say('bot 2');
  const answered = dice();
  const back = say('undo 1');
  point('a move is taken back with the answer of a bot',
    answered === all - 2 && back.ok && dice() === all &&
      say('news 1').moves > 1 && say('undo 1').error === 'nothing-to-undo'
      ? '' : `${all} ${answered} ${dice()} ${JSON.stringify(back)}`);
  tioli.wasm_close(solo);

  const second = open(readFileSync(records[0]));
  const { players, steps: { length } } = JSON.parse(said());
  tioli.wasm_record_state(second, 3, 1);
  const before = said();
  tell('move 1 pass');
  tioli.wasm_record_state(second, 3, 1);
  point('a record and a game live side by side',
    second && second !== handle && before === said() ? '' : said());

  const more = [];
  for (let i = 0; i < 20; i += 1)
    more.push(open(readFileSync(records[0])));
  const opened = more.filter(Boolean);
  const full = JSON.parse(said()).error;
  opened.forEach((one) => tioli.wasm_close(one));
  point('only so many are open at a time',
    opened.length === 6 && full === 'busy' ? '' : `${more}: ${full}`);
  const old = [opened[0], 0, 99, -1, handle].map((one) =>
    tioli.wasm_record_state(one, 0, 0) || JSON.parse(said()).error);
  const none = [second, 0, 99, -1].map((one) =>
    JSON.parse(act(one, 'waits')).error);
  point('what is not open says so',
    [...old.map((w) => w === 'no-such-record'),
      ...none.map((w) => w === 'no-such-game')].includes(false)
      ? `${old} ${none}` : '');
  const steps = [[length + 1, 0], [-1, 0], [0, players + 1], [0, -1]].map(
    ([step, eyes]) =>
      tioli.wasm_record_news(second, step, eyes) || JSON.parse(said()).error);
  point('a step or a seat that there is not is refused',
    String(steps) === 'no-such-step,no-such-step,no-such-seat,no-such-seat'
      ? '' : String(steps));
  [second, handle, -1, 99].forEach((one) => tioli.wasm_close(one));
}

// ---- What is wrong ----

// Every sort of damage, the same each time: numbers from a fixed seed.
function* damaged(text, rounds) {
  let seed = 12345;
  const below = (bound) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % bound;
  };
  for (let i = 0; i < rounds; i += 1) {
    const bytes = Uint8Array.from(text);
    const at = below(bytes.length);
    const rows = Buffer.from(bytes).toString('latin1').split('\n');
    const row = below(rows.length - 1);
    const kind = i % 5;
    if (kind === 0) bytes[at] ^= 1 << below(8);
    else if (kind === 1) bytes[at] = below(256);
    if (kind < 2) yield bytes;
    else if (kind === 2) yield bytes.slice(0, at);
    else {
      if (kind === 3) rows.splice(row, 1);
      else rows.splice(row, 0, rows[below(rows.length)]);
      yield Buffer.from(rows.join('\n'), 'latin1');
    }
  }
}

const corpora = ['record', 'deck', 'move', 'view', 'event']
  .map((name) => join('fuzz', 'corpus', name));
const hostile = corpora.flatMap((name) =>
  readdirSync(name).map((file) => readFileSync(join(name, file))));
for (const file of records)
  hostile.push(...damaged(readFileSync(file), 40));
hostile.push(new Uint8Array(0), new Uint8Array(70000).fill(10),
  new Uint8Array(70000).fill(65));

{
  const paths = hostile.map((text, i) => {
    const path = join(folder, `hostile${i}`);
    writeFileSync(path, text);
    return path;
  });
  const native = lines('open', ...paths);
  const before = tioli.memory.buffer.byteLength;
  let good = 0;
  const wasm = hostile.map((text) => {
    const handle = open(text);
    const answer = JSON.parse(said());
    if (!handle) return `${answer.line ?? 0}: ${answer.words}`;
    good += 1;
    for (let eyes = 0; eyes <= answer.players; eyes += 1)
      watch(handle, answer.steps.length, eyes);
    verify(handle);
    tioli.wasm_close(handle);
    return 'good';
  });
  // Words may hold bytes that are no UTF-8: they are shown as another sign.
  point(`${hostile.length} hostile records: the same answers, and no trap`,
    firstDifference(native, wasm));
  point('some of them hold, most do not',
    good > 4 && good < hostile.length / 2 ? '' : String(good));
  for (let i = 0; i < 3; i += 1)
    hostile.forEach((text) => tioli.wasm_close(open(text)));
  const grown = tioli.memory.buffer.byteLength - before;
  point('what was opened and refused leaves nothing behind',
    grown <= 1 << 20 ? '' : `${grown} bytes more`);
}

{
  const text = Buffer.from('edition schmidt\nseat A\nbot easy B\nseed 1\n');
  let refused = 0;
  for (const bytes of damaged(text, 400)) {
    const handle = game(bytes);
    if (handle === 0) refused += JSON.parse(said()).error === 'bad-setting';
    tioli.wasm_close(handle);
  }
  point('hostile settings are refused or taken',
    refused > 100 && refused < 400 ? '' : String(refused));
}

finish();
