/** What goes over the wire, as docs/protocol.md describes it. Seats, places and
 * rounds count from 1. */
import type { Settings } from "$/generated/settings";

export const VERSION = 1;

/** A die or a kind of dice: "L1" light, "D5" dark, "R2" red. */
export type DieText = string;
export type Colour = "L" | "D" | "R";
export type Edition = Settings["edition"];
export type Seat = number;

export type { Settings };
export type Clock = Settings["clock"];

/** What `create` and `set` take. */
export type SettingsChange = Partial<Omit<Settings, "clock" | "code">> & {
  clock?: Partial<Clock>;
  code?: string;
};

export interface SeatState {
  seat: Seat;
  kind: "empty" | "person" | "bot";
  name?: string;
  colour?: string;
  level?: string;
  present?: boolean;
  stand_in?: boolean;
  left?: boolean;
  again?: boolean;
  clock?: number | null;
  running?: boolean;
}

export interface SurplusDie {
  die: DieText;
  chips: number;
}

export interface LaidCard {
  card: string;
  text: string;
  points: number;
  dice: DieText[];
}

/** How a seat's round was scored. */
export interface RoundScore {
  points: number;
  chips: number;
  net: number;
  laid: LaidCard[];
  surplus?: SurplusDie[];
  red?: number;
}

export interface Discarded {
  card: string;
  text: string;
}

export interface Player {
  seat: Seat;
  dice: DieText[];
  points: number | null;
  chips: number;
  total: number | null;
  passed: boolean;
  acted: boolean;
  answered: boolean;
  combos: number;
  actions: number;
  round: RoundScore | null;
  discarded: Discarded | null;
}

export interface Slot {
  colour: Colour | "*";
  face: number;
  die: DieText | null;
}

export interface SumWanted {
  colour: Colour | "*";
  count: number;
  low: number;
  high: number | null;
  now: number;
}

export interface ComboInHand {
  place: number;
  kind: "combo";
  card: string;
  text: string;
  points: number;
  slots?: Slot[];
  sum?: SumWanted;
  dice?: DieText[];
  complete: boolean;
  missing: number;
}

export interface ActionInHand {
  place: number;
  kind: "action";
  card: string;
  text: string;
}

export type CardInHand = ComboInHand | ActionInHand;

export interface Layout {
  points: number;
  chips: number;
  net: number;
  lay: { place: number; dice: DieText[] }[];
  surplus: SurplusDie[];
  red: number;
}

export interface PlayTarget {
  die: DieText;
  others: DieText[];
}

/** An action in hand: `rule` and `words` say why it can't be played now. */
/** What there is to choose for an action. */
export type Shape = "none" | "pool" | "face" | "pair" | "throw";

export interface PlayOption {
  place: number;
  action: string;
  /** Only what can be played has the following. */
  shape?: Shape;
  rule?: string;
  words?: string;
  cost?: number;
  form?: string;
  aimed?: string;
  targets?: PlayTarget[];
  dice?: DieText[];
  least?: number;
  most?: number;
}

export interface Moves {
  take?: DieText[];
  pass?: boolean;
  done?: boolean;
  play?: PlayOption[];
  lay?: (Layout & { move: string })[];
  discard?: number[];
  keep?: boolean;
  draw?: string[];
}

export type GamePhase =
  "start" | "deal" | "roll" | "land" | "turn" | "lay" | "discard" | "draw" | "over";

export interface HistoryRow {
  round: number;
  /** Null where piles are face down. */
  points: (number | null)[];
  chips: number[];
  totals: (number | null)[];
}

export interface Game {
  round: number;
  rounds: number;
  starter: Seat | null;
  phase: GamePhase;
  turn: Seat | null;
  deciders: Seat[];
  tray: DieText[];
  rolling: DieText[];
  thrown: DieText | null;
  aim: DieText | null;
  takes: number;
  piles: { combos: number; actions: number };
  players: Player[];
  history: HistoryRow[];
  winners: Seat[];
  hand?: CardInHand[];
  layout?: Layout | null;
  answer?: string | null;
  moves?: Moves | null;
}

export type TablePhase = "open" | "playing" | "over" | "closed";

export interface State {
  phase: TablePhase;
  games: number;
  position: number;
  you: { seat: Seat | null; host: boolean; undo: boolean; code?: string };
  host: Seat | null;
  settings: Settings;
  seats: SeatState[];
  fair: {
    commit: string | null;
    contributed: Seat[];
    last: { commit: string; secret: string } | null;
  };
  game: Game | null;
}

/** What has changed since another state; null in an array: this has not. */
export type Changes = Partial<Omit<State, "game">> & {
  game?:
    | (Partial<Omit<Game, "players" | "hand">> & {
        players?: (Partial<Game["players"][0]> | null)[];
        hand?: (NonNullable<Game["hand"]>[0] | null)[];
      })
    | null;
};

export interface ShownAnswer {
  seat: Seat;
  move: string;
  card?: string;
  text?: string;
}

export interface News {
  event: string;
  time: number;
  seat?: Seat | null;
  name?: string;
  colour?: string;
  level?: string;
  by?: string;
  game?: number;
  move?: string;
  answered?: boolean;
  shown?: ShownAnswer[];
  scored?: RoundScore[];
  commit?: string;
  secret?: string;
}

export interface TryResult {
  legal: boolean;
  error?: string;
  words?: string;
  rule?: string;
  column?: number;
  move?: string;
  before?: number;
  net?: number;
  completes?: number[];
  points?: number;
  chips?: number;
  lay?: { place: number; dice: DieText[] }[];
  surplus?: SurplusDie[];
  red?: number;
  best?: number;
  cost?: number;
  tray?: DieText[];
  takes?: number;
  rolls?: DieText[];
  aim?: DieText | null;
  card?: string;
  text?: string;
}

export interface Hint {
  move: string;
  gain: number;
  spread: number;
  win: number;
  combos: { place: number; chance: number }[] | number[];
  reason: string;
  words: string;
  place?: number;
  seat?: Seat;
}

/** The answer to a request. */
export interface Answer {
  re: string | null;
  ok?: true;
  error?: string;
  words?: string;
  rule?: string;
  field?: string;
  position?: number;
  seq?: number;
  again?: boolean;
  [more: string]: unknown;
}

export interface TableMessage {
  table: string;
  seq?: number;
  news?: News;
  state?: State;
  /** Instead of a whole state: what is another than at `since`. */
  since?: number;
  changes?: Changes;
  presence?: { seat: Seat; present: boolean }[];
  gone?: "closed" | "kicked" | "no-watching";
  words?: string;
}

export interface Notice {
  notice: "draining" | "store-down" | "store-up";
  words: string;
}

export type Request = { do: string } & Record<string, unknown>;
