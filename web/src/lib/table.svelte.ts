/** What a table's screen draws: a source of states and news. The live one is
 * fed by the server, others by a record or by a lesson. */
import { coloured } from "$/ui/colours";
import { Director, type Playing } from "./director.svelte";
import type {
  Answer,
  Ask,
  Hint,
  More,
  News,
  Reaction,
  Request,
  Seat,
  State,
  TableMessage,
  TryResult,
} from "./protocol";
import type { Client } from "./client";

export interface LogEntry {
  seq: number;
  news: News;
}

export interface TableSource {
  /** Its id, for links; empty if it has none. */
  readonly id: string;
  /** What is true now: buttons go by this. */
  readonly state: State | null;
  /** What is on screen: follows `state` one event after another. */
  readonly shown: State | null;
  /** The event that is being played on screen. */
  readonly playing: Playing | null;
  /** performance.now() when `state` came, for clocks. */
  readonly since: number;
  readonly log: readonly LogEntry[];
  /** Moves can be made here. */
  readonly live: boolean;
  /** A move is on its way to the server. */
  readonly busy: boolean;
  send(move: string): Promise<Answer>;
  undo(): Promise<Answer>;
  /** I am out of the round, and the bots need not take their time. */
  hurry?(): Promise<void>;
  /** They are doing so. */
  readonly hurries?: boolean;
  tryMove(move: string): Promise<TryResult>;
  hint(): Promise<Hint[] | Answer>;
  /** The screen has nothing more to animate for this event. */
  finished(seq: number): void;
}

/** Somebody who is away, and how long until a bot plays for them. */
export interface Away {
  seat: Seat;
  /** Milliseconds left when it was told. */
  left: number;
  /** performance.now() when it was told. */
  since: number;
}

/** A reaction of a player. */
export interface Said {
  number: number;
  seat: Seat;
  reaction: Reaction;
}

/** So long a reaction can be seen, and so many of them at once. */
const SAID_MS = 5_000;
const SAID_MOST = 6;

const LOG_LENGTH = 400;

/** A rematch begins a new log: whoever plays all evening reads of one game. */
const isStart = ({ news }: LogEntry): boolean => news.event === "start";

/** How long animations need at the longest; Infinity waits for finished(). */
export class LiveTable implements TableSource {
  readonly id: string;
  readonly live = true;
  #client: Client;
  #director: Director;
  /** The last event that came, and the one that a move of mine has become. */
  #heard = 0;
  #awaited = 0;
  state: State | null = $state.raw(null);
  since = $state(0);
  log: LogEntry[] = $state.raw([]);
  away: Away[] = $state.raw([]);
  /** What players said in the last few seconds. */
  said: Said[] = $state.raw([]);
  #sayings = 0;
  busy = $state(false);
  gone: TableMessage["gone"] | null = $state(null);
  refused: Answer | null = $state.raw(null);

  /** `aside`: for a screen that everybody sees, so without anybody's cards. */
  constructor(client: Client, id: string, still: () => boolean, aside = false) {
    this.id = id;
    this.#client = client;
    this.#director = new Director(still);
    client.watch(
      id,
      (message) => this.#told(message),
      (answer) => (this.refused = answer),
      aside,
    );
  }

  get shown(): State | null {
    return this.#director.shown;
  }

  get playing(): Playing | null {
    return this.#director.playing;
  }

  close(): void {
    this.#client.unwatch(this.id);
    this.#director.stop();
  }

  finished(seq: number): void {
    this.#director.finished(seq);
  }

  ask<What extends Ask>(what: What, ...more: More<What>): Promise<Answer> {
    return this.#client.request({ do: what, table: this.id, ...more[0] } as Request);
  }

  send(move: string): Promise<Answer> {
    // Where all decide together, what others answer meanwhile changes nothing.
    const game = this.state?.game;
    const at = typeof game?.turn === "number" ? (this.state?.position ?? 0) : 0;
    return this.#act(this.ask("move", { move, at }));
  }

  undo(): Promise<Answer> {
    return this.#act(this.ask("undo"));
  }

  get hurries(): boolean {
    return this.#director.hurries;
  }

  /** The table may be further than the screen: then there is nobody to hurry. */
  async hurry(): Promise<void> {
    const now = this.state?.you.hurry;
    this.#director.hurry();
    if (now) await this.ask("hurry");
  }

  /** The answer comes before what it brought about: until that is here, a second
   * click would be one too many. */
  async #act(asked: Promise<Answer>): Promise<Answer> {
    this.busy = true;
    this.#awaited = Infinity;
    const answer = await asked;
    this.#awaited = answer.error ? 0 : (answer.seq ?? 0);
    this.busy = this.#awaited > this.#heard;
    return answer;
  }

  async tryMove(move: string): Promise<TryResult> {
    const answer = await this.ask("try", { move });
    if (answer.try) return answer.try;
    return { legal: false, error: answer.error ?? "", words: answer.words ?? "" };
  }

  async hint(): Promise<Hint[] | Answer> {
    const answer = await this.ask("hint");
    return answer.hints ?? answer;
  }

  #told(message: TableMessage): void {
    if (message.gone) this.gone = message.gone;
    if (message.presence) this.#present(message.presence);
    if (message.reaction && message.seat) this.#say(message.seat, message.reaction);
    if (message.seq === undefined) return;
    const { seq, news } = message;
    const state = message.state && {
      ...message.state,
      seats: coloured(message.state.seats),
    };
    this.#heard = Math.max(this.#heard, seq);
    if (this.#heard >= this.#awaited) this.busy = false;
    if (news && seq > (this.log.at(-1)?.seq ?? 0)) {
      const again = news.event === "start" && this.log.some(isStart);
      this.log = [...(again ? [] : this.log), { seq, news }].slice(-LOG_LENGTH);
    }
    if (state) {
      this.state = state;
      this.since = performance.now();
      this.#leave(state.seats);
      this.refused = null;
    }
    this.#director.add({ seq, news: news ?? null, state: state ?? null });
  }

  #say(seat: Seat, reaction: Reaction): void {
    const number = ++this.#sayings;
    const others = this.said.filter((one) => one.seat !== seat);
    this.said = [...others, { number, seat, reaction }].slice(-SAID_MOST);
    setTimeout(() => {
      this.said = this.said.filter((one) => one.number !== number);
    }, SAID_MS);
  }

  #leave(seats: readonly { seat: Seat; grace?: number }[]): void {
    const since = performance.now();
    this.away = seats.flatMap(({ seat, grace }) =>
      grace === undefined ? [] : [{ seat, left: grace, since }],
    );
  }

  #present(presence: NonNullable<TableMessage["presence"]>): void {
    this.#leave(presence);
    const withPresence = (state: State | null): State | null =>
      state && {
        ...state,
        seats: state.seats.map((seat) => {
          const found = presence.find((one) => one.seat === seat.seat);
          return found ? { ...seat, present: found.present } : seat;
        }),
      };
    this.state = withPresence(this.state);
    this.#director.amend(withPresence);
  }
}
