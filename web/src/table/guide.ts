/** Leads from an action card to its move, one choice after another. What can be
 * chosen is the server's list; nothing here knows a rule. */
import type { DieText, Hint, PlayOption, Shape } from "$lib/protocol";

/** A die in the tray: its kind, and which of several it is. */
export interface Picked {
  die: DieText;
  id: number;
}

/** No die of the tray, but the face that one turns to. */
const FACE = -1;

export interface Guide {
  readonly option: PlayOption;
  /** Of a re-roll: what is rolled. */
  readonly pool: readonly Picked[];
  /** Of all others: the first die, and what follows it. */
  readonly die: Picked | null;
  readonly other: Picked | null;
  /** A cast die is thrown at nothing. */
  readonly unaimed: boolean;
}

/** Where the next choice is made. `more` continues until the player ends it. */
export type Step =
  | { at: "tray"; want: "pool"; chosen: number; least: number; most: number }
  | { at: "tray"; want: "die" | "other" | "aim" }
  | { at: "own"; want: "die" }
  | { at: "faces"; want: "face"; faces: DieText[] }
  | { at: "end" };

/** A card that can't be played leaves nothing to choose. */
function shapeOf({ option }: Guide): Shape {
  return option.shape ?? "none";
}

/** Begins with what needs no choice already made. */
export function begin(option: PlayOption, tray: readonly Picked[] = []): Guide {
  const guide = { option, pool: [], die: null, other: null, unaimed: false };
  return wholePool(guide)
    ? { ...guide, pool: matched(option.dice ?? [], tray) }
    : guide;
}

/** All dice of the pool have to be rolled. */
function wholePool({ option: { dice, least } }: Guide): boolean {
  return dice !== undefined && least === dice.length;
}

/** Each die of the list as one that lies in the tray. */
function matched(dice: readonly DieText[], tray: readonly Picked[]): Picked[] {
  const left = [...tray];
  return dice.map((die, i) => {
    const at = left.findIndex((one) => one.die === die);
    return at >= 0 ? (left.splice(at, 1)[0] as Picked) : { die, id: -2 - i };
  });
}

export function stepOf(guide: Guide): Step {
  const { option, pool, die, other } = guide;
  switch (shapeOf(guide)) {
    case "pool": {
      const { dice = [], least = 1, most = dice.length } = option;
      return { at: "tray", want: "pool", chosen: pool.length, least, most };
    }
    case "throw":
      if (!die) return { at: "own", want: "die" };
      if (othersOf(guide).length > 0 && !other && !guide.unaimed)
        return { at: "tray", want: "aim" };
      return { at: "end" };
    case "pair":
      if (die && other) return { at: "end" };
      return { at: "tray", want: die || other ? "other" : "die" };
    case "face":
      if (!die) return { at: "tray", want: "die" };
      if (!other) return { at: "faces", want: "face", faces: othersOf(guide) };
      return { at: "end" };
    case "none":
      return { at: "end" };
  }
}

function firsts({ option }: Guide): DieText[] {
  return (option.targets ?? []).map(({ die }) => die);
}

/** What may follow the die that was chosen. */
function othersOf({ option, die }: Guide): DieText[] {
  return option.targets?.find((target) => target.die === die?.die)?.others ?? [];
}

/** The faces between which a die that was chosen can turn. */
export function faces(guide: Guide): DieText[] {
  return shapeOf(guide) === "face" ? othersOf(guide) : [];
}

/** The kinds in the tray that can be chosen now. */
export function lit(guide: Guide): DieText[] {
  const { option, pool, die, other } = guide;
  const { dice = [], most = dice.length, targets = [] } = option;
  switch (shapeOf(guide)) {
    case "pool":
      return pool.length >= most ? [] : unique(dice);
    case "throw":
      return othersOf(guide);
    case "pair":
      if (die) return other ? [] : othersOf(guide);
      return unique(
        targets.flatMap((target) => {
          if (!other) return [target.die, ...target.others];
          return target.others.includes(other.die) ? [target.die] : [];
        }),
      );
    case "face":
      return firsts(guide);
    case "none":
      return [];
  }
}

/** My own dice that can be chosen now. */
export function litOwn(guide: Guide): DieText[] {
  return shapeOf(guide) === "throw" ? firsts(guide) : [];
}

function unique(dice: readonly DieText[]): DieText[] {
  return [...new Set(dice)];
}

/** A die in the tray is touched. What was chosen already is given up. */
export function pickTray(guide: Guide, picked: Picked): Guide {
  const { pool, die, other } = guide;
  if (pool.some(({ id }) => id === picked.id))
    return wholePool(guide)
      ? guide
      : { ...guide, pool: pool.filter(({ id }) => id !== picked.id) };
  const shape = shapeOf(guide);
  if (shape !== "throw" && die?.id === picked.id)
    return { ...guide, die: null, other: shape === "face" ? null : other };
  if (other?.id === picked.id) return { ...guide, other: null };
  if (shape === "pair") return pickPair(guide, picked);
  if (!lit(guide).includes(picked.die)) return guide;
  if (shape === "pool") return { ...guide, pool: [...pool, picked] };
  if (shape === "throw") return { ...guide, other: picked, unaimed: false };
  // If it can turn to one face alone, that one is chosen.
  const next = { ...guide, die: picked, other: null };
  const [only, ...more] = othersOf(next);
  return only && more.length === 0 ? pickFace(next, only) : next;
}

/** Either die may come first; one that can't be with the other takes its place.
 * */
function pickPair(guide: Guide, picked: Picked): Guide {
  const first = firsts(guide).includes(picked.die);
  const known = first || lit({ ...guide, die: null, other: null }).includes(picked.die);
  if (!known) return guide;
  const next = first ? { ...guide, die: picked } : { ...guide, other: picked };
  if (!next.die || !next.other || othersOf(next).includes(next.other.die)) return next;
  return first ? { ...next, other: null } : { ...next, die: null };
}

/** One of my own dice is touched, to cast it. */
export function pickOwn(guide: Guide, picked: Picked): Guide {
  if (!litOwn(guide).includes(picked.die)) return guide;
  if (guide.die?.id === picked.id)
    return { ...guide, die: null, other: null, unaimed: false };
  const next = { ...guide, die: picked };
  const kept = next.other && othersOf(next).includes(next.other.die);
  return kept ? next : { ...next, other: null };
}

/** The face that a die turns to. */
export function pickFace(guide: Guide, face: DieText): Guide {
  return faces(guide).includes(face)
    ? { ...guide, other: { die: face, id: FACE } }
    : guide;
}

export function withoutAim(guide: Guide): Guide {
  return shapeOf(guide) === "throw" && guide.die
    ? { ...guide, other: null, unaimed: true }
    : guide;
}

/** Chooses as many dice of the tray as can be, first those chosen already. */
export function pickAll(guide: Guide, tray: readonly Picked[]): Guide {
  const { option, pool } = guide;
  if (!option.dice) return guide;
  const more = tray.filter(
    ({ die, id }) => option.dice?.includes(die) && !pool.some((one) => one.id === id),
  );
  return { ...guide, pool: [...pool, ...more].slice(0, option.most) };
}

/** The move, once all that it needs is chosen. */
export function moveOf(guide: Guide): string | null {
  const { option, pool, die, other } = guide;
  const { form, least = 1, most = pool.length } = option;
  if (!form) return null;
  if (option.dice)
    return pool.length < least || pool.length > most
      ? null
      : form.replace("{dice}", pool.map((one) => one.die).join(" "));
  const filled = ((other && option.aimed) ?? form)
    .replace("{die}", die?.die ?? "{die}")
    .replace("{other}", other?.die ?? "{other}");
  return filled.includes("{") ? null : filled;
}

/** The dice in the tray that are marked as chosen. */
export function chosenIds(guide: Guide): number[] {
  const die = shapeOf(guide) === "throw" ? null : guide.die;
  return [...guide.pool, die, guide.other].flatMap((one) =>
    one && one.id >= 0 ? [one.id] : [],
  );
}

/** The choices that lead to the action that a hint advises, or undefined where it
 * is not offered. */
export function guideTo(
  options: readonly PlayOption[],
  {
    place,
    face,
    tray: named,
    own: mine,
  }: Pick<Hint, "place" | "face" | "tray" | "own">,
  tray: readonly Picked[],
  own: readonly Picked[],
): Guide | undefined {
  const option = options.find((one) => one.place === place && one.form);
  if (!option) return undefined;
  const guide = begin(option, tray);
  const there = matched(named, tray);
  const [first = null, second = null] = there;
  switch (shapeOf(guide)) {
    case "none":
      return guide;
    case "pool":
      return { ...guide, pool: there };
    case "face":
      return pickFace({ ...guide, die: first }, face ?? "");
    case "pair":
      return [first, second].reduce(
        (now, one) => (one ? pickPair(now, one) : now),
        guide,
      );
    case "throw": {
      const [die = null] = matched(mine, own);
      return { ...guide, die, other: first, unaimed: !first };
    }
  }
}
