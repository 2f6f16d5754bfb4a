/** What is felt in the hand, on devices that can do it: short, and in time with
 * what is heard. */
import { prefs } from "./prefs.svelte";
import { play, type Sound } from "./sound";

/** Milliseconds of shaking, and of rest between. */
const PATTERNS: Record<Sound, number[]> = {
  roll: [12, 50, 10, 60, 8, 80, 6],
  take: [14],
  chip: [24],
  turn: [24, 70, 24],
  win: [40, 70, 40, 70, 90],
};

/** Desktop browsers have the function, too, and nothing to shake. */
export function canBuzz(): boolean {
  return (
    typeof navigator !== "undefined" &&
    typeof navigator.vibrate === "function" &&
    typeof matchMedia === "function" &&
    matchMedia("(pointer: coarse)").matches
  );
}

/** Whoever wants less motion wants none in the hand either. */
export function buzz(what: Sound): void {
  if (!prefs.now.haptics || prefs.still || !canBuzz()) return;
  // Before the first touch browsers refuse it, and complain.
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate(PATTERNS[what]);
}

/** Something happens: it is heard and felt, as far as that is wanted. */
export function cue(what: Sound): void {
  play(what);
  buzz(what);
}
