/** Leads from an action card to its move, one choice after another. What can be
 * chosen is the server's list; nothing here knows a rule. */
import type { DieText, PlayOption } from "$lib/protocol";
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

export type ActionVerb = "reroll" | "take" | "change" | "cast" | "swap" | "shift";

export function verbOf(option: PlayOption): ActionVerb {
  return (option.form ?? "").split(" ")[1] as ActionVerb;
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
  if (option.dice) {
    const least = option.least ?? 1;
    const most = option.most ?? option.dice.length;
    return { at: "tray", want: "pool", chosen: pool.length, least, most };
  }
  if (!option.targets) return { at: "end" };
  switch (verbOf(option)) {
    case "cast":
      if (!die) return { at: "own", want: "die" };
      if (aims(guide).length > 0 && !other && !guide.unaimed)
        return { at: "tray", want: "aim" };
      return { at: "end" };
    case "swap":
      if (die && other) return { at: "end" };
      return { at: "tray", want: die || other ? "other" : "die" };
    default:
      if (!die) return { at: "tray", want: "die" };
      if (!other) return { at: "faces", want: "face", faces: othersOf(guide) };
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
  const verb = verbOf(guide.option);
  return verb === "change" || verb === "shift" ? othersOf(guide) : [];
}

/** The kinds in the tray that can be chosen now. */
export function lit(guide: Guide): DieText[] {
  const { option, die, other } = guide;
  const step = stepOf(guide);
  if (option.dice)
    return step.at === "tray" && step.want === "pool" && step.chosen >= step.most
      ? []
      : unique(option.dice);
  const targets = option.targets ?? [];
  switch (verbOf(option)) {
    case "cast":
      return die ? aims(guide) : [];
    case "swap":
      if (die && other) return [];
      if (die) return othersOf(guide);
      if (other)
        return targets
          .filter(({ others }) => others.includes(other.die))
          .map((target) => target.die);
      return unique(targets.flatMap((target) => [target.die, ...target.others]));
    default:
      return targets.map((target) => target.die);
  }
}

/** My own dice that can be chosen now. */
export function litOwn({ option }: Guide): DieText[] {
  return verbOf(option) === "cast" ? (option.targets ?? []).map(({ die }) => die) : [];
}

function unique(dice: readonly DieText[]): DieText[] {
  return [...new Set(dice)];
}

/** A die in the tray is touched. What was chosen already is given up. */
export function pickTray(guide: Guide, picked: Picked): Guide {
  if (guide.option.dice) return pickPool(guide, picked);
  switch (verbOf(guide.option)) {
    case "cast":
      return pickAim(guide, picked);
    case "swap":
      return pickSwap(guide, picked);
    case "change":
    case "shift":
      if (guide.die?.id === picked.id) return { ...guide, die: null, other: null };
      return lit(guide).includes(picked.die)
        ? { ...guide, die: picked, other: only(guide, picked) }
        : guide;
    default:
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

function pickSwap(guide: Guide, picked: Picked): Guide {
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
  return verbOf(guide.option) === "cast" && guide.die
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
  if (verbOf(option) === "cast" && other && option.aimed)
    return option.aimed.replace("{die}", die.die).replace("{other}", other.die);
  if (form.includes("{other}") && !other) return null;
  return form.replace("{die}", die.die).replace("{other}", other?.die ?? "");
}

/** The dice in the tray that are marked as chosen. */
export function chosenIds(guide: Guide): number[] {
  const cast = verbOf(guide.option) === "cast";
  return [...guide.pool, cast ? null : guide.die, guide.other]
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
  if (option.dice) return { ...guide, pool: matched(dice, tray) };
  if (!first) return guide;
  switch (verbOf(option)) {
    case "cast": {
      const die = matched([first], own)[0] ?? null;
      const other = second ? (matched([second], tray)[0] ?? null) : null;
      return { ...guide, die, other, unaimed: !second };
    }
    case "swap": {
      const [die = null, other = null] = matched(dice, tray);
      return { ...guide, die, other };
    }
    default: {
      const die = matched([first], tray)[0] ?? null;
      return { ...guide, die, other: second ? { die: second, id: FACE } : null };
    }
  }
}
