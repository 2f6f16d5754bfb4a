/** One card of each sort, as a deck writes it: for the rules, and for whoever
 * types a deck in. */
import { SAMPLES } from "$/generated/samples";
import { t } from "$lib/i18n.svelte";
import type { PrintedCard, SlotColour, WantedSlot } from "$lib/protocol";

export interface Example {
  card: PrintedCard;
  /** What sort of combo it is. */
  sort: () => string;
}

const slot = (colour: SlotColour, face: number): WantedSlot => ({ colour, face });

export const COMBOS: readonly Example[] = [
  {
    card: { text: "3 D3 L4", points: 3, slots: [slot("D", 3), slot("L", 4)] },
    sort: () => t("Exactly these dice"),
  },
  {
    card: {
      text: "4 D5 L1 *6",
      points: 4,
      slots: [slot("D", 5), slot("L", 1), slot("*", 6)],
    },
    sort: () => t("Two colours on a die: either will do"),
  },
  {
    card: {
      text: "2 D? D? L?",
      points: 2,
      slots: [slot("D", 0), slot("D", 0), slot("L", 0)],
    },
    sort: () => t("A question mark on a die: any face"),
  },
  {
    card: {
      text: "3 sum D > 12",
      points: 3,
      sum: { colour: "D", count: 0, low: 13, high: null },
    },
    sort: () => t("A sum, with any number of dice"),
  },
  {
    card: {
      text: "3 sum * = 13",
      points: 3,
      sum: { colour: "*", count: 0, low: 13, high: 13 },
    },
    sort: () => t("A sum that must be exact"),
  },
  {
    card: {
      text: "3 sum 3* < 9",
      points: 3,
      sum: { colour: "*", count: 3, low: 1, high: 8 },
    },
    sort: () => t("A sum, with exactly that many dice"),
  },
];

/** The lines of a deck that show all there is to write. */
export const LINES: readonly { line: string; card: PrintedCard }[] = [
  ...COMBOS.map(({ card }) => ({ line: `combo ${card.text}`, card })),
  ...SAMPLES.map((text) => ({ line: `action ${text}`, card: { text } })),
];
