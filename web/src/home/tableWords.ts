/** A table of mine in words: who else is there, and how far it has come. */
import { listed, n, t } from "$lib/i18n.svelte";
import type { MyTable } from "$lib/protocol";

export function who(table: MyTable): string {
  const others = table.seats.filter((one) => one.seat !== table.seat);
  return others.length === 0
    ? t("Nobody else yet")
    : listed(others.map((one) => one.name));
}

export function where(table: MyTable): string {
  if (table.phase === "open")
    return n(
      "Waiting: one seat is free",
      "Waiting: {n} seats are free",
      table.players - table.seats.length,
    );
  if (table.phase === "over") return t("The game is over");
  if (table.round !== undefined && table.rounds !== undefined && table.round > 0)
    return t("Round {round} of {rounds}", {
      round: table.round,
      rounds: table.rounds,
    });
  return t("The game begins");
}

/** What waits for me comes first, and what happened last. */
export function byNeed(tables: readonly MyTable[]): MyTable[] {
  return [...tables].sort(
    (a, b) => Number(b.yours) - Number(a.yours) || b.time - a.time,
  );
}

/** Games that I am in the middle of. */
export function running(tables: readonly MyTable[]): MyTable[] {
  return byNeed(
    tables.filter(({ phase, seat }) => phase === "playing" && seat !== null),
  );
}
