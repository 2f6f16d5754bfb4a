/** What goes over the wire, as docs/protocol.md describes it, and the page's own
 * names for parts of it. Seats, places and rounds count from 1. */
import type {
  In,
  PlayOption,
  SeenCard,
  Settings,
  SettingsIn,
  Tried,
} from "$/generated/protocol";

export type * from "$/generated/protocol";

export const VERSION = 1;

/** Of a die: light, dark, red. */
export type Colour = "L" | "D" | "R";
export type Edition = Settings["edition"];
export type Clock = Settings["clock"];
/** A card as it comes from the box: a combo has points, and slots or a sum. */
export type PrintedCard = Pick<SeenCard, "text" | "points" | "slots" | "sum">;
/** What there is to choose for an action. */
export type Shape = NonNullable<PlayOption["shape"]>;
/** What a move would do; or why that is not known, whatever the reason. */
export type TryResult = Omit<Tried, "error"> & { error?: string };
/** What `create` and `set` take. */
export type SettingsChange = SettingsIn;

type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

/** What may be asked of a server; whoever sends it adds the id. */
export type Request = Without<In, "id">;

type AtTable = Extract<In, { table: string }>;
/** What may be asked at a table. */
export type Ask = AtTable["do"];
type Fields<What extends Ask> = Omit<
  Extract<AtTable, { do: What }>,
  "id" | "do" | "table"
>;
/** The further fields of a request: none, where none are required. */
export type More<What extends Ask> =
  Partial<Fields<What>> extends Fields<What> ? [Fields<What>?] : [Fields<What>];
