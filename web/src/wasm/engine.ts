/** The rules in the browser: records to look at, the check of fairness, and games
 * without a server. It is the same C as on the server, compiled to WebAssembly,
 * and it writes the same JSON. Load it when it is needed, once for a page. */

import type { VERDICTS } from "$/generated/verdicts";
import type {
  CardInHand,
  Edition,
  News,
  Seat,
  SeenCard,
  Settings,
  State,
  TryResult,
} from "../lib/protocol";

/** SHA-256. It has to answer at once, and a page without TLS has no WebCrypto:
 * `sha256` of @noble/hashes will do. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Whose eyes: a seat, or 0 for a spectator. */
export type Eyes = Seat | 0;

/** Why something was not done. `line` is where a record or settings are wrong,
 * `column` where a move can't be read. */
export interface Refusal {
  error: string;
  words: string;
  rule?: string;
  line?: number | null;
  column?: number;
}

export type Done = { ok: true } | Refusal;

export function isRefusal(value: object): value is Refusal {
  return "error" in value && "words" in value && !("legal" in value);
}

/** A step of a record, in short. Step n is the game after the nth move,
 * step 0 the one before the first: entry n - 1 of the list tells of step n. */
export interface RecordStep {
  do:
    | "take"
    | "done"
    | "pass"
    | "play"
    | "lay"
    | "discard"
    | "keep"
    | "draw"
    | "start"
    | "deal"
    | "roll"
    | "land";
  /** Who moves, who is dealt to or who starts; dice have none. */
  seat: Seat | null;
  round: number;
  /** Of the record's text. */
  line: number;
}

export interface RecordAbout {
  players: number;
  names: string[];
  edition: Edition;
  free_hand: boolean;
  deck: string;
  own_deck: boolean;
  /** It has what it takes to check chance. */
  fair: boolean;
  finished: boolean;
  /** The step at which the dice of each round lie in the tray. */
  rounds: { round: number; step: number }[];
  steps: RecordStep[];
}

/** What somebody saw and gave at the table, as 64 hexadecimal digits each. */
export interface Claims {
  commit?: string;
  bytes?: string[];
}

/** `fair` is null where it can't be decided: the code gives the reason. */
export type Verdict =
  | {
      fair: true;
      chances: number;
      rolls: number;
      deals: number;
      contributed: Seat[];
    }
  | {
      fair: false | null;
      line: number | null;
      code: keyof typeof VERDICTS;
      expected?: string;
      found?: string;
    };

export interface GameSetup extends Partial<
  Pick<
    Settings,
    "edition" | "free_hand" | "starts" | "first" | "cast" | "piles" | "deck"
  >
> {
  /** In order; at least one of them is not a bot. */
  seats: { name: string; bot?: string }[];
  /** A whole number: the same one gives the same dice. */
  seed?: number;
}

export type Waits =
  { waits: "chance" } | { waits: "seats"; seats: Seat[] } | { waits: "nothing" };

/** What is wrong with a line of a deck: its column counts bytes. */
export interface DeckMistake {
  line: number;
  column: number;
  words: string;
}

/** A deck that is being typed: what can be read of it, and what can't. Without
 * mistakes a table takes it. */
export interface DeckRead {
  combos: number;
  actions: number;
  /** Each card once, as a hand would have it. */
  cards: (SeenCard & { count: number })[];
  errors: DeckMistake[];
  /** In the first hands; with a free hand, cards of either sort. */
  missing: { combos?: number; actions?: number; cards?: number };
  /** Rounds that begin with full hands if everybody completes a combo in each;
   * null with a free hand. */
  full_rounds: number | null;
}

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  wasm_alloc(size: number): number;
  wasm_free(pointer: number): void;
  wasm_text(): number;
  wasm_text_size(): number;
  wasm_close(handle: number): void;
  wasm_record_open(text: number, length: number): number;
  wasm_record_state(handle: number, step: number, eyes: number): number;
  wasm_record_news(handle: number, step: number, eyes: number): number;
  wasm_record_verify(handle: number, claims: number, length: number): number;
  wasm_game_new(text: number, length: number): number;
  wasm_game_do(handle: number, text: number, length: number): number;
  wasm_deck(text: number, length: number, players: number, freeHand: number): number;
}

/** Only our own mistakes can cause these: a step that does not exist, a
 * record that was closed. */
export class EngineError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.words);
    this.name = "EngineError";
    this.refusal = refusal;
  }
}

/** Text in, JSON out. */
class Module {
  readonly calls: Exports;

  constructor(calls: Exports) {
    this.calls = calls;
  }

  /** Copies text in, for as long as `use` runs. */
  with<Result>(
    text: string | Uint8Array,
    use: (pointer: number, length: number) => Result,
  ): Result {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const pointer = this.calls.wasm_alloc(bytes.length + 1);
    if (pointer === 0)
      throw new EngineError({ error: "memory", words: "out of memory" });
    try {
      new Uint8Array(this.calls.memory.buffer, pointer, bytes.length).set(bytes);
      return use(pointer, bytes.length);
    } finally {
      this.calls.wasm_free(pointer);
    }
  }

  /** The module's last output. */
  said(): unknown {
    const pointer = this.calls.wasm_text();
    const size = this.calls.wasm_text_size();
    const bytes = new Uint8Array(this.calls.memory.buffer, pointer, size);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  /** The output, if it went well. */
  good(status: number): unknown {
    const said = this.said();
    if (status === 0) throw new EngineError(said as Refusal);
    return said;
  }
}

/** A record that holds, to be looked at from any side. */
export class OpenRecord {
  readonly about: RecordAbout;
  readonly #module: Module;
  readonly #handle: number;

  constructor(module: Module, handle: number, about: RecordAbout) {
    this.#module = module;
    this.#handle = handle;
    this.about = about;
  }

  /** How many moves it has: steps are 0 to this. */
  get last(): number {
    return this.about.steps.length;
  }

  state(step: number, eyes: Eyes): State {
    const { calls } = this.#module;
    return this.#module.good(
      calls.wasm_record_state(this.#handle, step, eyes),
    ) as State;
  }

  /** What happened to come to that step. */
  news(step: number, eyes: Eyes): News {
    const { calls } = this.#module;
    return this.#module.good(calls.wasm_record_news(this.#handle, step, eyes)) as News;
  }

  /** All hands, open, in the order of seats. */
  hands(step: number): CardInHand[][] {
    return this.about.names.map(
      (_, index) => this.state(step, index + 1).game?.hand ?? [],
    );
  }

  verify(claims: Claims = {}): Verdict {
    const words = (claims.bytes ?? []).map((bytes) => `bytes ${bytes}`);
    if (claims.commit !== undefined) words.unshift(`commit ${claims.commit}`);
    return this.#module.with(words.join(" "), (pointer, length) =>
      this.#module.good(
        this.#module.calls.wasm_record_verify(this.#handle, pointer, length),
      ),
    ) as Verdict;
  }

  close(): void {
    this.#module.calls.wasm_close(this.#handle);
  }
}

/** A game in the page: every seat's moves are made here, and chance falls when it
 * is told to. */
export class LocalGame {
  readonly #module: Module;
  readonly #handle: number;

  constructor(module: Module, handle: number) {
    this.#module = module;
    this.#handle = handle;
  }

  /** The game's answer to a line; a refusal is returned, too. */
  #do(line: string): unknown {
    return this.#module.with(line, (pointer, length) => {
      this.#module.calls.wasm_game_do(this.#handle, pointer, length);
      return this.#module.said();
    });
  }

  #see(line: string): unknown {
    const said = this.#do(line) as object;
    if (isRefusal(said)) throw new EngineError(said);
    return said;
  }

  state(eyes: Eyes): State {
    return this.#see(`state ${eyes}`) as State;
  }

  /** Of the last move. */
  news(eyes: Eyes): News {
    return this.#see(`news ${eyes}`) as News;
  }

  waits(): Waits {
    return this.#see("waits") as Waits;
  }

  /** Dice or cards as `outcome` says, such as "roll L1 D5 R2", or else as the
   * seed has them. */
  chance(outcome = ""): Done {
    return this.#do(`chance ${outcome}`) as Done;
  }

  move(seat: Seat, move: string): Done {
    return this.#do(`move ${seat} ${move}`) as Done;
  }

  /** What a move would do. */
  try(seat: Seat, move: string): TryResult | Refusal {
    return this.#do(`try ${seat} ${move}`) as TryResult | Refusal;
  }

  /** A bot makes the seat's move: one of that level, or the one that sits
   * there. */
  bot(seat: Seat, level = ""): Done {
    return this.#do(`bot ${seat} ${level}`) as Done;
  }

  close(): void {
    this.#module.calls.wasm_close(this.#handle);
  }
}

function setupText(setup: GameSetup): string {
  const { seats, seed, free_hand, ...rest } = setup;
  const lines = seats.map(({ name, bot }) =>
    bot === undefined ? `seat ${name}` : `bot ${bot} ${name}`,
  );
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined) lines.push(`${key} ${value}`);
  if (free_hand !== undefined) lines.push(`free_hand ${free_hand ? "yes" : "no"}`);
  if (seed !== undefined) lines.push(`seed ${seed}`);
  return lines.map((line) => line.replace(/[\r\n]+/g, " ")).join("\n");
}

export class Engine {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  /** The record, or which line of it is wrong. Close it when it is done with: at
   * most eight records and games are open at a time. */
  openRecord(text: string | Uint8Array): OpenRecord | Refusal {
    return this.#module.with(text, (pointer, length) => {
      const handle = this.#module.calls.wasm_record_open(pointer, length);
      const said = this.#module.said();
      return handle === 0
        ? (said as Refusal)
        : new OpenRecord(this.#module, handle, said as RecordAbout);
    });
  }

  newGame(setup: GameSetup): LocalGame | Refusal {
    return this.#module.with(setupText(setup), (pointer, length) => {
      const handle = this.#module.calls.wasm_game_new(pointer, length);
      return handle === 0
        ? (this.#module.said() as Refusal)
        : new LocalGame(this.#module, handle);
    });
  }

  /** Refused only if it is too long. */
  readDeck(text: string, players: number, freeHand: boolean): DeckRead | Refusal {
    return this.#module.with(text, (pointer, length) => {
      this.#module.calls.wasm_deck(pointer, length, players, Number(freeHand));
      return this.#module.said() as DeckRead | Refusal;
    });
  }
}

/** Loads the module from an address, or from bytes that are there already. */
export async function loadEngine(
  source: string | URL | ArrayBuffer | Uint8Array<ArrayBuffer>,
  sha256: Sha256,
): Promise<Engine> {
  let bytes: ArrayBuffer | Uint8Array<ArrayBuffer>;
  if (typeof source === "string" || source instanceof URL) {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source.toString()}: ${answer.status}`);
    bytes = await answer.arrayBuffer();
  } else {
    bytes = source;
  }
  // The import needs the memory, which is there once the module is.
  const late: { memory?: WebAssembly.Memory } = {};
  const env = {
    sha256(pointer: number, length: number, out: number): void {
      if (late.memory === undefined) return;
      const { buffer } = late.memory;
      const hash = sha256(new Uint8Array(buffer, pointer, length).slice());
      new Uint8Array(buffer, out, 32).set(hash.subarray(0, 32));
    },
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  const calls = instance.exports as Exports;
  late.memory = calls.memory;
  return new Engine(new Module(calls));
}
