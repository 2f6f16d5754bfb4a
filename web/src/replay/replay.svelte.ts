/** A record as a table to look at: forwards with everything that happened, and
 * to any moment at once. */
import { durationOf, type Playing } from "$lib/director.svelte";
import type { Answer, Hint, News, SeatState, State, TryResult } from "$lib/protocol";
import type { LogEntry, TableSource } from "$lib/table.svelte";
import { coloured, PLAYER_COLOURS } from "$/ui/colours";
import type { OpenRecord } from "$/wasm/engine";
import { within, type View } from "./moment";

export type Film = Pick<OpenRecord, "about" | "last" | "state" | "news">;

/** Moves without a pause are still shown one after the other. */
const LEAST_MS = 220;
const REST_MS = 260;

const NOBODY: Answer = { re: null, error: "not-seated", words: "" };

export class ReplayTable implements TableSource {
  readonly id: string;
  readonly live = false;
  readonly busy = false;
  readonly since = 0;
  readonly film: Film;
  step = $state(0);
  view: View = $state("all");
  speed = $state(1);
  running = $state(false);
  playing: Playing | null = $state.raw(null);
  #still: () => boolean;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(id: string, film: Film, still: () => boolean) {
    this.id = id;
    this.film = film;
    this.#still = still;
  }

  readonly #seen: State = $derived.by(() => this.#at(this.#eyes));
  readonly #told: News[] = $derived.by(() =>
    this.film.about.steps.map((_, i) => this.film.news(i + 1, this.#eyes)),
  );

  get #eyes(): number {
    return this.view === "all" ? 0 : this.view;
  }

  get state(): State {
    return this.#seen;
  }

  get shown(): State {
    return this.#seen;
  }

  get last(): number {
    return this.film.last;
  }

  get log(): readonly LogEntry[] {
    return this.#told.slice(0, this.step).map((news, i) => ({ seq: i + 1, news }));
  }

  /** Everybody's state, for looking into all hands. */
  hands(): State[] {
    return this.film.about.names.map((_, i) => this.#at(i + 1));
  }

  look(view: View): void {
    this.view = view;
  }

  /** There at once, whatever was being shown. */
  go(step: number): void {
    this.#stop();
    this.step = within(step, this.last);
    if (this.running) this.#wait(REST_MS);
  }

  /** One on, with what happens; it returns at once. */
  forward(): void {
    this.#stop();
    if (this.step >= this.last) {
      this.running = false;
      return;
    }
    const before = this.#seen;
    this.step++;
    const news = this.#told[this.step - 1];
    if (!news) return;
    const ms = Math.max(LEAST_MS, durationOf(news, this.#still())) / this.speed;
    this.playing = { seq: this.step, news, before, after: this.#seen, ms };
    this.#wait(ms);
  }

  back(): void {
    this.pause();
    this.go(this.step - 1);
  }

  play(): void {
    if (this.step >= this.last) this.go(0);
    this.running = true;
    if (!this.playing) this.forward();
  }

  pause(): void {
    this.running = false;
    if (!this.playing) this.#stop();
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  close(): void {
    this.running = false;
    this.#stop();
  }

  finished(seq: number): void {
    if (this.playing?.seq === seq) this.#wait(REST_MS / this.speed);
  }

  send(): Promise<Answer> {
    return Promise.resolve(NOBODY);
  }

  undo(): Promise<Answer> {
    return Promise.resolve(NOBODY);
  }

  tryMove(): Promise<TryResult> {
    return Promise.resolve({ legal: false, error: "not-seated", words: "" });
  }

  hint(): Promise<Hint[] | Answer> {
    return Promise.resolve(NOBODY);
  }

  /** A record knows nobody's colour: each seat has its own. Nor does it say who
   * was a bot; but where there are shares of chance, bots are who gave none. */
  #at(eyes: number): State {
    const state = this.film.state(this.step, eyes);
    const gave = state.fair.contributed;
    const seats = state.seats.map((seat): SeatState => {
      const bot = gave.length > 0 && !gave.includes(seat.seat);
      return {
        ...seat,
        kind: bot ? "bot" : seat.kind,
        colour: PLAYER_COLOURS[seat.seat - 1] ?? "",
      };
    });
    return { ...state, seats: coloured(seats) };
  }

  #wait(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.playing = null;
      if (this.running) this.forward();
    }, ms);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.playing = null;
  }
}
