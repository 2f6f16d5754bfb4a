/** What I am about to do at the table: the die that I look at, the action that I
 * am playing, what the server says it would do, and the advice I asked for. */
import { errorText } from "$lib/errors";
import type {
  Answer,
  DieText,
  Edition,
  Hint,
  Moves,
  PlayOption,
  TryResult,
} from "$lib/protocol";
import type { TableSource } from "$lib/table.svelte";
import {
  begin,
  guideTo,
  moveOf,
  pickAll,
  pickFace,
  pickOwn,
  pickTray,
  withoutAim,
  type Guide,
  type Picked,
} from "./guide";

export interface Surroundings {
  source(): TableSource;
  moves(): Moves | null;
  edition(): Edition;
  /** Dice in the tray, and mine, as they can be pointed at. */
  tray(): Picked[];
  own(): Picked[];
  complain(text: string): void;
  /** Passing has to be confirmed. */
  confirms?(): boolean;
}

export class Choice {
  selected: Picked | null = $state.raw(null);
  guide: Guide | null = $state.raw(null);
  preview: TryResult | null = $state.raw(null);
  /** I am asked whether I mean to pass. */
  passing = $state(false);
  /** Place of the card that is looked at. */
  card: number | null = $state(null);
  /** Null while nobody asked; "asked" while it is thought about. */
  hints: Hint[] | "asked" | null = $state.raw(null);
  /** Which of the hints is looked at. */
  hintAt = $state(0);
  #around: Surroundings;
  #asked = 0;
  #hintsAsked = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** The move that would be made now, or null. */
  get move(): string | null {
    if (this.guide) return moveOf(this.guide);
    return this.selected ? `take ${this.selected.die}` : null;
  }

  /** The hint that is looked at, or null. */
  get hint(): Hint | null {
    return Array.isArray(this.hints) ? (this.hints[this.hintAt] ?? null) : null;
  }

  /** Things have changed: what was chosen means nothing any more. */
  forget(): void {
    this.selected = null;
    this.guide = null;
    this.card = null;
    this.hints = null;
    this.passing = false;
    this.#look();
  }

  /** Takes the last choice back. False if there was none. */
  escape(): boolean {
    const some = this.guide ?? this.selected ?? this.card;
    const asked = this.passing;
    this.guide = null;
    this.selected = null;
    this.card = null;
    this.passing = false;
    this.#look();
    return some !== null || asked;
  }

  /** A die in the tray is touched; the second touch takes it. */
  pick(die: DieText, id: number): void {
    this.card = null;
    this.passing = false;
    if (this.guide) {
      this.guide = pickTray(this.guide, { die, id });
      this.#look();
    } else if (this.selected?.id === id) {
      void this.commit();
    } else if (this.#around.moves()?.take?.includes(die)) {
      this.selected = { die, id };
      this.#look();
    }
  }

  pickOwn(die: DieText, id: number): void {
    this.#step((guide) => pickOwn(guide, { die, id }));
  }

  pickFace(die: DieText): void {
    this.#step((guide) => pickFace(guide, die));
  }

  pickAll(): void {
    this.#step((guide) => pickAll(guide, this.#around.tray()));
  }

  withoutAim(): void {
    this.#step(withoutAim);
  }

  #step(change: (guide: Guide) => Guide): void {
    if (!this.guide) return;
    this.guide = change(this.guide);
    this.#look();
  }

  optionAt(place: number): PlayOption | null {
    return this.#around.moves()?.play?.find((one) => one.place === place) ?? null;
  }

  /** A card in the hand is touched: an action is played, a combo looked at. */
  open(place: number): void {
    const option = this.optionAt(place);
    const again = this.guide?.option.place === place || this.card === place;
    this.escape();
    if (again) return;
    if (option?.form) {
      this.guide = begin(option, this.#around.tray());
      this.#look();
    } else this.card = place;
  }

  /** Makes the move that was chosen. */
  async commit(): Promise<void> {
    if (this.move) await this.send(this.move);
  }

  /** A second click while the first is on its way is one too many. */
  async send(move: string): Promise<void> {
    const source = this.#around.source();
    if (!source.busy) this.#refused(await source.send(move));
  }

  /** The first time it may only ask; the second time it is meant. */
  async pass(): Promise<void> {
    if (this.passing || !(this.#around.confirms?.() ?? false)) {
      this.passing = false;
      await this.send("pass");
      return;
    }
    this.escape();
    this.passing = true;
  }

  async undo(): Promise<void> {
    const source = this.#around.source();
    if (!source.busy) this.#refused(await source.undo());
  }

  #refused(answer: Answer): void {
    if (!answer.error) return;
    if (!this.#moot(answer))
      this.#around.complain(errorText(answer, this.#around.edition()));
    this.selected = null;
    this.guide = null;
    this.#look();
  }

  /** The game moved on, and I have nothing left to decide. */
  #moot({ error }: Answer): boolean {
    const now = this.#around.source().state;
    const late = error === "stale" || error === "not-playing";
    return late && !now?.game?.moves?.take;
  }

  async ask(): Promise<void> {
    if (this.closeHints()) return;
    this.hints = "asked";
    this.hintAt = 0;
    const number = ++this.#hintsAsked;
    const found = await this.#around.source().hint();
    // The table went on meanwhile, or I have asked again.
    if (this.hints !== "asked" || number !== this.#hintsAsked) return;
    if (Array.isArray(found)) this.hints = found;
    else {
      this.hints = null;
      this.#around.complain(errorText(found, this.#around.edition()));
    }
  }

  /** False if there was none. */
  closeHints(): boolean {
    const some = this.hints !== null;
    this.hints = null;
    return some;
  }

  /** Takes advice: all that it needs is chosen, the last word is mine. */
  follow(hint: Hint): void {
    this.escape();
    const around = this.#around;
    if (hint.place !== undefined)
      this.guide =
        guideTo(around.moves()?.play ?? [], hint, around.tray(), around.own()) ?? null;
    else if (hint.tray.length > 0)
      this.selected = around.tray().find(({ die }) => die === hint.tray[0]) ?? null;
    this.#look();
  }

  /** Asks what the action would do; of dice it is known already. An answer that
   * comes late is dropped. */
  #look(): void {
    const asked = ++this.#asked;
    const move = this.move;
    this.preview = null;
    if (!move || !this.guide) return;
    void this.#around
      .source()
      .tryMove(move)
      .then((found) => {
        if (asked === this.#asked) this.preview = found;
      });
  }
}
