/** The table of the first game: the engine in the page deals, Robo answers, and
 * the script says what may be done next. */
import { Director, type Playing } from "$lib/director.svelte";
import { coloured } from "$/ui/colours";
import type { Answer, Edition, Hint, Moves, State, TryResult } from "$lib/protocol";
import type { LogEntry, TableSource } from "$lib/table.svelte";
import { aDie, cardName } from "$lib/words";
import { isRefusal, type Done, type Engine, type LocalGame } from "$/wasm/engine";
import {
  CHANCES,
  dealText,
  LEARNER,
  PARTNER,
  REPLIES,
  STEPS,
  type LessonStep,
  type Words,
} from "./script";

const THINKS_MS = 900;
const SEED = 20;

/** Only what the step allows. */
function narrowed(moves: Moves, only: readonly string[]): Moves {
  const dice = moves.take ?? [];
  // What each die would do has the same place in lists of its own.
  const ofOpen = <T>(list: T[] = []): T[] =>
    list.filter((_, i) => only.includes(`take ${dice[i] ?? ""}`));
  return {
    ...moves,
    take: ofOpen(dice),
    nets: ofOpen(moves.nets),
    helps: ofOpen(moves.helps),
    pass: (moves.pass ?? false) && only.includes("pass"),
    done: (moves.done ?? false) && only.includes("done"),
    play: (moves.play ?? []).flatMap((option) => {
      const { form, targets } = option;
      if (form === undefined) return [option];
      const left = (targets ?? []).flatMap(({ die, others }) => {
        const fits = others.filter((other) =>
          only.includes(form.replace("{die}", die).replace("{other}", other)),
        );
        return fits.length > 0 ? [{ die, others: fits }] : [];
      });
      return left.length > 0 ? [{ ...option, targets: left }] : [];
    }),
  };
}

export class Lesson implements TableSource {
  readonly id = "";
  readonly live = true;
  busy = $state(false);
  since = 0;
  at = $state(0);
  log: LogEntry[] = $state.raw([]);
  #true: State | null = $state.raw(null);
  #director: Director;
  #game: LocalGame;
  #colour: string;
  #chances = [...CHANCES];
  #replies = [...REPLIES];
  #seq = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    engine: Engine,
    me: { name: string; colour: string; edition: Edition },
    still: () => boolean,
  ) {
    this.#colour = me.colour;
    const game = engine.newGame({
      seats: [{ name: me.name }, { name: "Robo", bot: "easy" }],
      edition: me.edition,
      starts: 1,
      first: LEARNER,
      seed: SEED,
    });
    if (isRefusal(game)) throw new Error(game.words);
    this.#game = game;
    this.#director = new Director(still);
    this.#goOn();
  }

  get step(): LessonStep {
    return STEPS[this.at] ?? { title: () => "", text: () => "" };
  }

  get last(): boolean {
    return this.at === STEPS.length - 1;
  }

  /** How the table on the screen calls things. */
  get words(): Words {
    const { settings, game } = this.#true ?? {};
    const edition = settings?.edition ?? "gamewright";
    return {
      die: (die) => aDie(edition, die),
      card: (card) => {
        const held = game?.hand?.find((one) => one.card === card);
        return held ? cardName(edition, held) : "";
      },
    };
  }

  /** Where the cards of a step are in the hand, as TableScreen's `spot`. */
  spot(step: LessonStep): string[] {
    const hand = this.#true?.game?.hand ?? [];
    return (step.spot ?? []).flatMap((one) => {
      if (!/\d/.test(one)) return [one];
      const held = hand.find(({ card }) => card === one);
      return held ? [`card ${held.place}`] : [];
    });
  }

  get state(): State | null {
    return this.#narrow(this.#true);
  }

  get shown(): State | null {
    return this.#director.shown;
  }

  get playing(): Playing | null {
    return this.#director.playing;
  }

  next(): void {
    if (!this.step.only && !this.last) this.at++;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#director.stop();
    this.#game.close();
  }

  finished(seq: number): void {
    this.#director.finished(seq);
  }

  send(move: string): Promise<Answer> {
    const { only = [], until } = this.step;
    const phase = this.#true?.game?.phase;
    const may =
      typeof only === "string"
        ? phase === only || phase === until
        : only.includes(move);
    if (!may) return Promise.resolve({ re: null, error: "not-now", words: "" });
    const done = this.#game.move(LEARNER, move);
    if (isRefusal(done)) return Promise.resolve({ re: null, ...done });
    const next = Math.min(this.at + 1, STEPS.length - 1);
    const leads = until === undefined || until === phase;
    this.#tell();
    if (leads) this.at = next;
    this.#goOn();
    return Promise.resolve({ re: null, ok: true });
  }

  undo(): Promise<Answer> {
    return Promise.resolve({ re: null, error: "no-undo", words: "" });
  }

  tryMove(move: string): Promise<TryResult> {
    const tried = this.#game.try(LEARNER, move);
    return Promise.resolve(
      isRefusal(tried) ? { legal: false, words: tried.words } : tried,
    );
  }

  hint(): Promise<Hint[] | Answer> {
    return Promise.resolve({ re: null, error: "no-hints", words: "" });
  }

  #narrow(state: State | null): State | null {
    if (!state?.game?.moves) return state;
    const { only = [] } = this.step;
    if (!state.game.moves.take || typeof only === "string") return state;
    return {
      ...state,
      game: { ...state.game, moves: narrowed(state.game.moves, only) },
    };
  }

  #tell(): void {
    const bare = this.#game.state(LEARNER);
    const state = {
      ...bare,
      seats: coloured(bare.seats.map((seat) => ({ ...seat, colour: this.#colour }))),
    };
    const news = this.#game.news(LEARNER);
    const seq = ++this.#seq;
    this.#true = state;
    // A player who takes nothing is not asked to lay anything.
    if (state.phase === "over") this.at = STEPS.length - 1;
    this.since = performance.now();
    this.log = [...this.log, { seq, news }];
    this.#director.add({ seq, news, state });
  }

  #must(done: Done): void {
    if (isRefusal(done)) throw new Error(done.words);
    this.#tell();
  }

  /** Chance falls at once; Robo takes a moment. */
  #goOn(): void {
    for (;;) {
      const waits = this.#game.waits();
      if (waits.waits === "chance") {
        this.#must(this.#game.chance(this.#chance()));
        continue;
      }
      if (waits.waits !== "seats" || !waits.seats.includes(PARTNER)) return;
      this.busy = !waits.seats.includes(LEARNER);
      this.#timer = setTimeout(() => this.#answer(), THINKS_MS);
      return;
    }
  }

  #chance(): string {
    const next = this.#chances.shift() ?? "";
    return typeof next === "string"
      ? next
      : dealText(next, this.#game.state(next.seat).game?.hand ?? []);
  }

  #answer(): void {
    const waits = this.#game.waits();
    this.busy = false;
    if (waits.waits !== "seats" || !waits.seats.includes(PARTNER)) return;
    const replies =
      this.#true?.game?.phase === "turn" ? (this.#replies.shift() ?? []) : [];
    if (!replies.some((move) => !isRefusal(this.#game.move(PARTNER, move))))
      this.#must(this.#game.bot(PARTNER));
    else this.#tell();
    this.#goOn();
  }
}
