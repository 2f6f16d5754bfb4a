/** What this browser remembers of its user's wishes. */
import { KEPT, type Language } from "./languages";
import type { Edition } from "./protocol";

export { LANGUAGES, ownName, type Language } from "./languages";
export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  /** Or "auto": the browser's. */
  language: Language;
  sound: boolean;
  /** Sound was offered: once is enough. */
  offered: boolean;
  haptics: boolean;
  motion: "auto" | "less";
  notify: boolean;
  /** What others say at a table is not shown. */
  muted: boolean;
  name: string;
  colour: string;
  learnt: boolean;
  /** Single letters do things at the table. */
  keys: boolean;
  /** The opponents of "Play now". */
  bots: number;
  level: string;
  edition: Edition;
  /** Rounds that each player starts; 0: as in the box. */
  starts: number;
  /** Milliseconds that bots take for a move. */
  pace: number;
  /** Pressing Pass asks first; "auto": in the first games. */
  confirm: "auto" | "yes" | "no";
  /** Games that were played to their end here. */
  games: number;
}

const START: Kept = {
  theme: "auto",
  language: "auto",
  sound: false,
  offered: false,
  haptics: true,
  motion: "auto",
  notify: false,
  muted: false,
  name: "",
  colour: "",
  learnt: false,
  keys: true,
  bots: 2,
  level: "normal",
  edition: "gamewright",
  starts: 0,
  pace: 1000,
  confirm: "auto",
  games: 0,
};
/** So many games take getting used to. */
const FIRST_GAMES = 3;

function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    if (typeof kept !== "object" || kept === null) return { ...START };
    const known = Object.entries(kept).filter(
      ([key, value]) =>
        key in START && typeof value === typeof START[key as keyof Kept],
    );
    return { ...START, ...Object.fromEntries(known) };
  } catch {
    return { ...START }; // storage is full or forbidden: nothing is remembered
  }
}

export class Prefs {
  now: Kept = $state(load());
  #darkOutside = $state(false);
  #stillOutside = $state(false);

  constructor() {
    this.#follow("(prefers-color-scheme: dark)", (on) => (this.#darkOutside = on));
    this.#follow("(prefers-reduced-motion: reduce)", (on) => (this.#stillOutside = on));
  }

  #follow(query: string, set: (on: boolean) => void): void {
    if (typeof matchMedia !== "function") return;
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener("change", () => set(media.matches));
  }

  get dark(): boolean {
    return this.now.theme === "auto" ? this.#darkOutside : this.now.theme === "dark";
  }

  /** Nothing should tumble or fly. */
  get still(): boolean {
    return this.now.motion === "less" || this.#stillOutside;
  }

  /** Pressing Pass asks whether it is meant. */
  get confirmPass(): boolean {
    const { confirm, games } = this.now;
    return confirm === "auto" ? games < FIRST_GAMES : confirm === "yes";
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.now, change);
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.now));
    } catch {
      // As above: it holds until the page is closed.
    }
  }
}

export const prefs = new Prefs();
