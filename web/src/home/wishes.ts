/** The settings of a table in words. */
import { ROWS, type Row } from "$/generated/settings";
import { n, t, t as told } from "$lib/i18n.svelte";
import type { Settings, State } from "$lib/protocol";
import { seatName } from "$lib/words";
import { editionName } from "$/rules/editions";
import { clockText, paceText } from "./clock";

export function roundsText(settings: Pick<Settings, "starts" | "players">): string {
  return n(
    "That makes one round.",
    "That makes {n} rounds.",
    settings.starts * settings.players,
  );
}

/** Rows whose control is made of the row alone; the game's come last, for few
 * tables change its finer points. */
export const PLAIN = [...ROWS.filter((row) => !row.game), ...ROWS].filter(
  (row, at, all) =>
    !["players", "edition", "starts"].includes(row.name) && all.indexOf(row) === at,
);

/** Those that everybody should have seen before a game; the others wait behind
 * "More". */
const SEEN_AT_ONCE = ["hints", "piles"];

export const FRONT = PLAIN.filter(({ name }) => SEEN_AT_ONCE.includes(name));
export const FINER = PLAIN.filter((row) => !FRONT.includes(row));

export function valueOf(row: Row, settings: Settings): string | number {
  const value = settings[row.name] ?? row.usual;
  return typeof value === "string" ? value : Number(value);
}

/** What can be chosen; what is set already always can. */
export function choices(
  row: Row,
  now: State,
): { value: string | number; label: string }[] {
  const words = (row.words ?? []).map((value, at) => ({
    value,
    label: told(row.said?.[at] ?? value),
  }));
  if (row.kind === "seat")
    return [
      ...words,
      ...now.seats.map(({ seat }) => ({ value: seat, label: seatName(now, seat) })),
    ];
  if (row.kind !== "ms") return words;
  return [...new Set([0, 1000, 2000, 4000, Number(valueOf(row, now.settings))])]
    .sort((a, b) => a - b)
    .map((value) => ({ value, label: paceText(value) }));
}

function valueText(row: Row, now: State): string {
  const value = valueOf(row, now.settings);
  if (row.kind === "yes") return value ? t("Yes") : t("No");
  return choices(row, now).find((one) => one.value === value)?.label ?? String(value);
}

/** What guests read, the more important first. */
export function summary(now: State): { label: string; value: string }[] {
  const { settings } = now;
  return [
    { label: t("Edition"), value: editionName(settings.edition) },
    {
      label: t("Rounds"),
      value: n("One round", "{n} rounds", settings.starts * settings.players),
    },
    { label: t("Clock"), value: clockText(settings.clock) },
    ...PLAIN.map((row) => ({ label: told(row.label), value: valueText(row, now) })),
    {
      label: t("Cards"),
      value: settings.deck === "standard" ? t("Standard") : settings.deck,
    },
  ];
}
