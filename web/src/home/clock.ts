/** Clocks to choose from, and what they are in words. */
import { n, t } from "$lib/i18n.svelte";
import type { Clock } from "$lib/protocol";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const PRESETS: Record<Clock["kind"], readonly Clock[]> = {
  none: [{ kind: "none", base: 0, more: 0 }],
  move: [20, 40, 60, 120].map((s) => ({ kind: "move", base: s * SECOND, more: 0 })),
  game: [
    { kind: "game", base: 5 * MINUTE, more: 5 * SECOND },
    { kind: "game", base: 10 * MINUTE, more: 10 * SECOND },
    { kind: "game", base: 20 * MINUTE, more: 15 * SECOND },
  ],
  days: [1, 3, 7].map((days) => ({ kind: "days", base: days * DAY, more: 0 })),
};

/** What a kind begins with. */
export function usualClock(kind: Clock["kind"]): Clock {
  const list = PRESETS[kind];
  return list[Math.floor(list.length / 2)] ?? { kind: "none", base: 0, more: 0 };
}

export function sameClock(a: Clock, b: Clock): boolean {
  return (
    a.kind === b.kind && (a.kind === "none" || (a.base === b.base && a.more === b.more))
  );
}

/** In the largest unit that fits without a rest. */
export function durationText(ms: number): string {
  if (ms >= DAY && ms % DAY === 0) return n("one day", "{n} days", ms / DAY);
  if (ms >= HOUR && ms % HOUR === 0) return n("one hour", "{n} hours", ms / HOUR);
  if (ms >= MINUTE && ms % MINUTE === 0)
    return n("one minute", "{n} minutes", ms / MINUTE);
  return n("one second", "{n} seconds", Math.round(ms / SECOND));
}

/** How long bots take. */
export function paceText(ms: number): string {
  return ms === 0 ? t("At once") : durationText(ms);
}

export function clockText(clock: Clock): string {
  const base = durationText(clock.base);
  switch (clock.kind) {
    case "none":
      return t("No clock");
    case "move":
    case "days":
      return t("{time} per move", { time: base });
    case "game":
      return clock.more > 0
        ? t("{time} for the game, plus {more} per move", {
            time: base,
            more: durationText(clock.more),
          })
        : t("{time} for the game", { time: base });
  }
}
