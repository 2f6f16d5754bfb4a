/** Plays events one after another, so that nothing on screen jumps: each has
 * its time, and the next waits for it. A person who was away, or comes late, is
 * shown where things stand at once. */
import type { Phrase } from "$/generated/phrases";
import type { News, State } from "./protocol";

export interface Step {
  seq: number;
  news: News | null;
  state: State | null;
}

export interface Playing {
  seq: number;
  news: News;
  /** As it was before. */
  before: State | null;
  /** As it is after it, or after the last of several that came together. */
  after: State | null;
  ms: number;
}

/** More than this waiting: the rest is not played but shown. */
const MOST_WAITING = 24;
const STILL_MS = 250;
/** Time to see what a round brought, and what the others have discarded. */
const SCORED_MS = 5200;
const SHOWN_MS = 1800;

/** How much faster things move at tables where bots answer at once. */
export const QUICK = 2;

/** Where it is another time than the usual one of moves or of chance. */
const MS: Partial<Record<Phrase[0], number>> = {
  TAKES: 750,
  TAKES_SECOND: 750,
  PASSES: 650,
  REROLLS: 1100,
  MAY_TAKE_TWO: 1100,
  TURNS: 1100,
  TURNS_FREE: 1100,
  SHIFTS: 1100,
  SWAPS: 1100,
  CASTS: 1100,
  CASTS_AT: 1100,
  STARTS: 900,
  ROUND: 2100,
  REROLLED: 2100,
  REROLLED_ONE: 2100,
  LANDS: 1500,
};
const MOVE_MS = 300;
const DEAL_MS = 250;

/** How long an event is on screen before the next. Where bots answer at once,
 * moves are over in half the time. */
export function durationOf(news: News, still: boolean, quick = false): number {
  const usual = Math.max(0, ...(news.tale ?? []).map(([code]) => MS[code] ?? 0));
  const told = quick ? usual / QUICK : usual;
  if (news.event === "chance") return still ? STILL_MS : told || DEAL_MS;
  if (news.event === "move") {
    if (news.scored) return still ? 2500 : SCORED_MS;
    if (news.shown) return SHOWN_MS;
    if (news.answered) return 0;
    return still ? STILL_MS + 300 : told || MOVE_MS;
  }
  return 0;
}

export function isQuick(state: State | null): boolean {
  return state?.settings.bot === 0;
}

export class Director {
  shown: State | null = $state.raw(null);
  playing: Playing | null = $state.raw(null);
  #still: () => boolean;
  #queue: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #hurries = $state(false);

  constructor(still: () => boolean) {
    this.#still = still;
  }

  add(step: Step): void {
    this.#queue.push(step);
    if (this.#hidden() || this.#queue.length > MOST_WAITING || this.shown === null)
      this.#catchUp();
    else if (this.playing === null) this.#next();
  }

  /** Changes what is waiting too. */
  amend(change: (state: State | null) => State | null): void {
    this.shown = change(this.shown);
    this.#queue = this.#queue.map((step) => ({ ...step, state: change(step.state) }));
  }

  finished(seq: number): void {
    if (this.playing?.seq === seq) this.#next();
  }

  /** Moves of bots are shown without being played out, until there is something
   * to see that nobody may skip: how the round is scored, or a question to me. */
  hurry(): void {
    this.#hurries = true;
    this.#next();
  }

  get hurries(): boolean {
    return this.#hurries;
  }

  #msOf({ news, state }: Step): number {
    if (!news) return 0;
    if (state && !state.you.hurry) this.#hurries = false;
    return this.#hurries ? 0 : durationOf(news, this.#still(), isQuick(this.shown));
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#queue = [];
    this.playing = null;
  }

  #hidden(): boolean {
    return typeof document !== "undefined" && document.visibilityState === "hidden";
  }

  #catchUp(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const { state } of this.#queue) if (state) this.shown = state;
    this.#queue = [];
    this.playing = null;
  }

  #next(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.playing = null;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const before = this.shown;
      if (step.state) this.shown = step.state;
      const ms = this.#msOf(step);
      if (!step.news || ms === 0) continue;
      this.playing = { seq: step.seq, news: step.news, before, after: step.state, ms };
      this.#timer = setTimeout(() => this.#next(), ms);
      return;
    }
  }
}
