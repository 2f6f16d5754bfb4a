/** Leads from an action card to its move, one choice after another. What can be
 * chosen is the server's list; nothing here knows a rule. */
import type { DieText, PlayOption, Shape } from "$lib/protocol";
import { diceOfMove } from "$lib/words";

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

/** Where the next choice is made. `more` goes on until the player says so. */
export type Step =
  | { at: "tray"; want: "pool"; chosen: number; least: number; most: number }
  | { at: "tray"; want: "die" | "other" | "aim" }
  | { at: "own"; want: "die" }
  | { at: "faces"; want: "face"; faces: DieText[] }
  | { at: "end" };

/** A card that can't be played leaves nothing to choose. */
function shapeOf(option: PlayOption): Shape {
  return option.shape ?? "none";
}

/** Begins with what needs no choice already made. */
export function begin(option: PlayOption, tray: readonly Picked[] = []): Guide {
  const guide = { option, pool: [], die: null, other: null, unaimed: false };
  const dice = option.dice ?? [];
  if (dice.length === 0 || option.least !== dice.length) return guide;
  return { ...guide, pool: matched(dice, tray) };
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
  switch (shapeOf(option)) {
    case "pool": {
      const { dice = [], least = 1, most = dice.length } = option;
      return { at: "tray", want: "pool", chosen: pool.length, least, most };
    }
    case "throw":
      if (!die) return { at: "own", want: "die" };
      if (aims(guide).length > 0 && !other && !guide.unaimed)
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

function targetOf({ option, die }: Guide) {
  return option.targets?.find((target) => target.die === die?.die);
}

function othersOf(guide: Guide): DieText[] {
  return targetOf(guide)?.others ?? [];
}

function aims(guide: Guide): DieText[] {
  return guide.option.aimed ? othersOf(guide) : [];
}

/** The faces between which a die that was chosen can turn. */
export function faces(guide: Guide): DieText[] {
  return guide.option.shape === "face" ? othersOf(guide) : [];
}

/** The kinds in the tray that can be chosen now. */
export function lit(guide: Guide): DieText[] {
  const { option, pool, die, other } = guide;
  const { dice = [], most = dice.length, targets = [] } = option;
  switch (shapeOf(option)) {
    case "pool":
      return pool.length >= most ? [] : unique(dice);
    case "throw":
      return die ? aims(guide) : [];
    case "pair":
      if (die && other) return [];
      if (die) return othersOf(guide);
      if (other)
        return targets
          .filter(({ others }) => others.includes(other.die))
          .map((target) => target.die);
      return unique(targets.flatMap((target) => [target.die, ...target.others]));
    case "face":
      return targets.map((target) => target.die);
    case "none":
      return [];
  }
}

/** My own dice that can be chosen now. */
export function litOwn({ option }: Guide): DieText[] {
  return option.shape === "throw" ? (option.targets ?? []).map(({ die }) => die) : [];
}

function unique(dice: readonly DieText[]): DieText[] {
  return [...new Set(dice)];
}

/** A die in the tray is touched. What was chosen already is given up. */
export function pickTray(guide: Guide, picked: Picked): Guide {
  switch (shapeOf(guide.option)) {
    case "pool":
      return pickPool(guide, picked);
    case "throw":
      return pickAim(guide, picked);
    case "pair":
      return pickPair(guide, picked);
    case "face":
      if (guide.die?.id === picked.id) return { ...guide, die: null, other: null };
      return lit(guide).includes(picked.die)
        ? { ...guide, die: picked, other: only(guide, picked) }
        : guide;
    case "none":
      return guide;
  }
}

/** If a die can turn to one face alone, that one is chosen. */
function only({ option }: Guide, picked: Picked): Picked | null {
  const others = option.targets?.find(({ die }) => die === picked.die)?.others ?? [];
  return others.length === 1 && others[0] ? { die: others[0], id: FACE } : null;
}

function pickPool(guide: Guide, picked: Picked): Guide {
  const { option, pool } = guide;
  const all = option.dice ?? [];
  if (pool.some(({ id }) => id === picked.id))
    return option.least === all.length
      ? guide
      : { ...guide, pool: pool.filter(({ id }) => id !== picked.id) };
  return lit(guide).includes(picked.die)
    ? { ...guide, pool: [...pool, picked] }
    : guide;
}

function pickAim(guide: Guide, picked: Picked): Guide {
  if (guide.other?.id === picked.id) return { ...guide, other: null };
  return lit(guide).includes(picked.die)
    ? { ...guide, other: picked, unaimed: false }
    : guide;
}

function pickPair(guide: Guide, picked: Picked): Guide {
  if (guide.die?.id === picked.id) return { ...guide, die: null };
  if (guide.other?.id === picked.id) return { ...guide, other: null };
  const targets = guide.option.targets ?? [];
  const first = targets.some(({ die }) => die === picked.die);
  const next = first ? { ...guide, die: picked } : { ...guide, other: picked };
  if (next.die && next.other && !othersOf(next).includes(next.other.die))
    return first ? { ...next, other: null } : { ...next, die: null };
  const known = first || targets.some(({ others }) => others.includes(picked.die));
  return known ? next : guide;
}

/** One of my own dice is touched, to cast it. */
export function pickOwn(guide: Guide, picked: Picked): Guide {
  if (!litOwn(guide).includes(picked.die)) return guide;
  if (guide.die?.id === picked.id)
    return { ...guide, die: null, other: null, unaimed: false };
  const next = { ...guide, die: picked };
  const kept = next.other && aims(next).includes(next.other.die) ? next.other : null;
  return { ...next, other: kept };
}

/** The face that a die turns to. */
export function pickFace(guide: Guide, face: DieText): Guide {
  return faces(guide).includes(face)
    ? { ...guide, other: { die: face, id: FACE } }
    : guide;
}

export function withoutAim(guide: Guide): Guide {
  return guide.option.shape === "throw" && guide.die
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
  const form = option.form;
  if (!form) return null;
  if (option.dice) {
    const { least = 1, most = pool.length } = option;
    if (pool.length < least || pool.length > most) return null;
    return form.replace("{dice}", pool.map((one) => one.die).join(" "));
  }
  if (!option.targets) return form;
  if (!die) return null;
  if (other && option.aimed)
    return option.aimed.replace("{die}", die.die).replace("{other}", other.die);
  if (form.includes("{other}") && !other) return null;
  return form.replace("{die}", die.die).replace("{other}", other?.die ?? "");
}

/** The dice in the tray that are marked as chosen. */
export function chosenIds(guide: Guide): number[] {
  const own = guide.option.shape === "throw";
  return [...guide.pool, own ? null : guide.die, guide.other]
    .filter((one) => one !== null)
    .map((one) => one.id)
    .filter((id) => id >= 0);
}

/** The action that a move is made with. */
export function optionFor(
  options: readonly PlayOption[],
  move: string,
): PlayOption | undefined {
  const [first] = diceOfMove(move);
  return options.find(({ form, dice, targets }) => {
    if (!form) return false;
    if (dice) return move.startsWith(form.replace("{dice}", ""));
    if (!targets) return move === form;
    return (
      move.startsWith(form.slice(0, form.indexOf("{"))) &&
      move.endsWith(form.slice(form.lastIndexOf("}") + 1)) &&
      targets.some(({ die }) => die === first)
    );
  });
}

/** The choices that lead to a move which is known already, as of a hint. */
export function guideTo(
  option: PlayOption,
  move: string,
  tray: readonly Picked[],
  own: readonly Picked[],
): Guide {
  const dice = diceOfMove(move);
  const [first, second] = dice;
  const guide = begin(option, tray);
  switch (shapeOf(option)) {
    case "pool":
      return { ...guide, pool: matched(dice, tray) };
    case "throw": {
      const die = first ? (matched([first], own)[0] ?? null) : null;
      const other = second ? (matched([second], tray)[0] ?? null) : null;
      return { ...guide, die, other, unaimed: !second };
    }
    case "pair": {
      const [die = null, other = null] = matched(dice, tray);
      return { ...guide, die, other };
    }
    case "face": {
      const die = first ? (matched([first], tray)[0] ?? null) : null;
      return { ...guide, die, other: second ? { die: second, id: FACE } : null };
    }
    case "none":
      return guide;
  }
}
