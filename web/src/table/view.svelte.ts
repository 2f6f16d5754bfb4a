/** The part of a table that is on screen, and what I may do there, for
 * everything that draws it. Nothing is decided here that the source has not
 * said. */
import { eventOf } from "$/dice/tray";
import { atRoundEnd } from "$/round/when";
import { prefs } from "$lib/prefs.svelte";
import type { DieText, Edition, Moves, Seat, SeatState } from "$lib/protocol";
import type { TableSource } from "$lib/table.svelte";
import { actionOf, captionText } from "$lib/tale";
import { betweenGames, lastMoves, seatsAround } from "./figures";
import { fitsOf, type Fits } from "./fit";

export interface Wishes {
  source: TableSource;
  /** Whose eyes these are; by default, the seat that the source gives us. */
  eyes: Seat | null | undefined;
  /** What may be done at this time. */
  allow: (move: string) => boolean;
}

export class TableView {
  #wishes: () => Wishes;
  /** The last event whose dice have come to rest. */
  #arrived = $state(0);

  constructor(wishes: () => Wishes) {
    this.#wishes = wishes;
  }

  get source(): TableSource {
    return this.#wishes().source;
  }

  shown = $derived.by(() => betweenGames(this.source.shown, this.source.state));
  game = $derived.by(() => this.shown?.game ?? null);
  edition: Edition = $derived.by(() => this.shown?.settings.edition ?? "gamewright");

  // ---- Who is here

  me: Seat | null = $derived.by(() => {
    const { eyes } = this.#wishes();
    return eyes === undefined ? (this.shown?.you.seat ?? null) : eyes;
  });
  others: SeatState[] = $derived.by(() =>
    this.shown ? seatsAround(this.shown, this.me) : [],
  );
  myself = $derived.by(() => this.playerAt(this.me));
  mySeat = $derived.by(
    () => this.shown?.seats.find(({ seat }) => seat === this.me) ?? null,
  );

  playerAt(seat: Seat | null) {
    return this.game?.players.find((one) => one.seat === seat) ?? null;
  }

  /** Who is there and how much time they have is told at once: no event of the
   * game has to be played before it. */
  latest(seat: SeatState): SeatState {
    const now = this.source.state?.seats.find((one) => one.seat === seat.seat) ?? seat;
    // Time for each move is of interest while it runs.
    const idle = this.shown?.settings.clock.kind !== "game" && !now.running;
    return idle ? { ...now, clock: null } : now;
  }

  // ---- What happens

  news = $derived.by(() => this.source.playing?.news ?? null);
  event = $derived.by(() => {
    return eventOf(this.news?.tale ?? []);
  });
  tumbling = $derived.by(
    () => this.event?.kind === "roll" || this.event?.kind === "land",
  );
  roundEnd = $derived.by(() => atRoundEnd(this.shown, this.news, this.source.live));
  gameOver = $derived.by(() => this.shown?.phase === "over" && !this.roundEnd);
  #begun = $derived.by(() => {
    const { log, playing } = this.source;
    return playing ? log.filter(({ seq }) => seq <= playing.seq) : log;
  });
  /** The log does not run ahead of the picture: what was rolled is read when it
   * lies there. */
  log = $derived.by(() =>
    this.tumbling
      ? this.#begun.filter(({ seq }) => seq !== this.source.playing?.seq)
      : this.#begun,
  );
  last = $derived.by(() => lastMoves(this.#begun));
  /** The last thing that happened stays to be read. */
  caption = $derived.by(() => {
    for (let i = this.#begun.length - 1; i >= 0; i--) {
      const entry = this.#begun[i];
      const text = entry ? captionText(this.shown, entry.news) : "";
      if (text) return text;
    }
    return "";
  });
  /** An action that has just been played, as its card says it. */
  moment = $derived.by(() => {
    return this.news && actionOf(this.news);
  });

  /** The die that is on its way to a seat. */
  coming(seat: Seat | null): DieText | null {
    const { event, news } = this;
    if (event?.kind !== "take" || prefs.still || news?.seat !== seat) return null;
    return this.source.playing?.seq === this.#arrived ? null : event.die;
  }

  /** The tray has shown all of the event. */
  landed(): void {
    const { playing } = this.source;
    if (!playing) return;
    this.#arrived = playing.seq;
    if (this.tumbling) this.source.finished(playing.seq);
  }

  // ---- What I may do

  /** The screen shows the current state: I can decide. */
  settled = $derived.by(
    () =>
      this.source.live &&
      this.shown !== null &&
      this.source.state?.position === this.shown.position &&
      !this.tumbling,
  );
  moves: Moves | null = $derived.by(() => {
    const all = this.settled ? (this.source.state?.game?.moves ?? null) : null;
    if (!all?.take) return null;
    const { allow } = this.#wishes();
    return {
      ...all,
      take: all.take.filter((die) => allow(`take ${die}`)),
      pass: (all.pass ?? false) && allow("pass"),
      done: (all.done ?? false) && allow("done"),
      play: (all.play ?? []).filter(() => allow("play")),
    };
  });
  /** What each die that I may take would do for my cards. */
  fits: Fits = $derived.by(() => {
    const all = this.settled ? this.source.state?.game?.moves : null;
    return fitsOf(all, this.moves?.take ?? []);
  });
  /** It is my turn. */
  mine = $derived.by(() => this.moves !== null);
  undo = $derived.by(
    () =>
      this.source.live &&
      (this.source.state?.you.undo ?? false) &&
      this.#wishes().allow("undo"),
  );
  /** I have passed, only bots are left, and the rest can be skipped. */
  mayHurry = $derived.by(
    () =>
      this.source.live &&
      this.source.hurry !== undefined &&
      (this.shown?.you.hurry ?? false) &&
      !this.source.hurries,
  );
  mayHint = $derived.by(
    () =>
      (this.shown?.settings.hints ?? false) &&
      this.source.live &&
      this.me !== null &&
      this.#wishes().allow("hint"),
  );
}
