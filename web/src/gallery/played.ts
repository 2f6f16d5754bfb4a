/** States to look at and to test with: bots play a game in the page up to a moment
 * of it. The same moment gives the same state every time. */
import type { Edition, GamePhase, News, State } from "$lib/protocol";
import type { LogEntry } from "$lib/table.svelte";
import { PLAYER_COLOURS } from "$/ui/colours";
import { isRefusal, type Done, type Engine, type LocalGame } from "$/wasm/engine";

/** Who sits there, in this order; seat 1 looks. */
const PEOPLE: readonly { name: string; bot?: string }[] = [
  { name: "Mira" },
  { name: "Otto", bot: "normal" },
  { name: "Carla" },
  { name: "Dimitri" },
  { name: "Eleni", bot: "easy" },
];
const ME = 1;
const LEVEL = "normal";

/** The first time that it is like this, and that something is asked of seat 1. */
interface Moment {
  players: number;
  seed: number;
  round: number;
  phase: GamePhase;
  /** Seat 1 has taken as many dice. */
  dice?: number;
  /** Seat 1 has answered; others have not. */
  answered?: boolean;
  starts?: number;
  free_hand?: boolean;
}

interface Played {
  state: State;
  log: LogEntry[];
}

const MOMENTS = {
  /** My turn, in games of five, three and two. */
  five: { players: 5, seed: 25, starts: 1, round: 2, phase: "turn", dice: 2 },
  three: { players: 3, seed: 2, round: 2, phase: "turn", dice: 2 },
  two: { players: 2, seed: 3, round: 2, phase: "turn", dice: 1 },
  /** The round is over: dice are laid, points counted, cards discarded. */
  lay: { players: 3, seed: 11, round: 3, phase: "lay" },
  layTwoWays: { players: 3, seed: 7, round: 3, phase: "lay" },
  answered: { players: 3, seed: 11, round: 3, phase: "lay", answered: true },
  discard: { players: 3, seed: 11, round: 3, phase: "discard" },
  discardFive: { players: 5, seed: 38, starts: 1, round: 4, phase: "discard" },
  drawFirst: { players: 3, seed: 7, round: 1, phase: "draw", free_hand: true },
  draw: { players: 3, seed: 7, round: 4, phase: "draw", free_hand: true },
  /** The game is over. */
  over: { players: 3, seed: 8, round: 9, phase: "over" },
  overFive: { players: 5, seed: 9, starts: 1, round: 5, phase: "over" },
} satisfies Record<string, Moment>;

export type SampleName = keyof typeof MOMENTS;

function must(done: Done): void {
  if (isRefusal(done)) throw new Error(done.words);
}

function isThere({ game }: State, moment: Moment): boolean {
  if (!game || game.round !== moment.round || game.phase !== moment.phase) return false;
  if (moment.phase === "over") return true;
  const dice = game.players[ME - 1]?.dice.length ?? 0;
  return (
    game.deciders.includes(ME) !== (moment.answered ?? false) &&
    dice >= (moment.dice ?? 0)
  );
}

/** Chance falls, or whoever is first among those who are asked makes a move. */
function step(game: LocalGame): void {
  const waits = game.waits();
  if (waits.waits === "chance") must(game.chance());
  else if (waits.waits === "seats") must(game.bot(waits.seats[0] ?? ME, LEVEL));
  else throw new Error("the game is over and that moment never came");
}

/** As at a table of friends: with colours, hints, and moves to be taken back. */
function dressed(state: State): State {
  return {
    ...state,
    you: { ...state.you, host: true },
    settings: { ...state.settings, hints: true, undo: true },
    seats: state.seats.map((seat) => ({
      ...seat,
      colour: PLAYER_COLOURS[seat.seat - 1] ?? "",
    })),
  };
}

export class Samples {
  readonly #engine: Engine;
  readonly #edition: Edition;
  readonly #made = new Map<SampleName, Played>();

  constructor(engine: Engine, edition: Edition = "gamewright") {
    this.#engine = engine;
    this.#edition = edition;
  }

  state(name: SampleName): State {
    return this.#played(name).state;
  }

  /** All that happened before, the last at the end. */
  log(name: SampleName): LogEntry[] {
    return this.#played(name).log;
  }

  /** The last news of some kind on the way there. */
  news(name: SampleName, holds: (news: News) => boolean): News {
    const found = this.log(name)
      .filter(({ news }) => holds(news))
      .at(-1);
    if (!found) throw new Error("nothing of that kind happened");
    return found.news;
  }

  #played(name: SampleName): Played {
    const known = this.#made.get(name);
    if (known) return known;
    const played = this.#play(MOMENTS[name]);
    this.#made.set(name, played);
    return played;
  }

  #play(moment: Moment): Played {
    const { players, seed, starts, free_hand } = moment;
    const game = this.#engine.newGame({
      seats: PEOPLE.slice(0, players),
      edition: this.#edition,
      seed,
      ...(starts === undefined ? {} : { starts }),
      ...(free_hand === undefined ? {} : { free_hand }),
    });
    if (isRefusal(game)) throw new Error(game.words);
    try {
      const log: LogEntry[] = [];
      for (;;) {
        step(game);
        log.push({ seq: log.length + 1, news: game.news(ME) });
        const state = game.state(ME);
        if (isThere(state, moment)) return { state: dressed(state), log };
      }
    } finally {
      game.close();
    }
  }
}
