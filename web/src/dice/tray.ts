/** What lies where in the tray. The game knows only which dice there are; here
 * each has an identity and a place, which it keeps until it is taken or rolled.
 * */
import type { Phrase } from "$/generated/phrases";
import type { DieText } from "$lib/protocol";
import { faceIn } from "./look";
import { castDie, throwDice, together, turnOver, type Flight } from "./physics";
import { arrange, type Rest } from "./places";
import { seeded } from "./random";

export interface PlacedDie {
  id: number;
  die: DieText;
  rest: Rest;
}

export type TrayEvent =
  /** Dice fall; those that were lifted before are among them. */
  | { kind: "roll"; dice: DieText[] }
  /** Dice are picked up, to be rolled. */
  | { kind: "lift"; dice: DieText[] }
  | { kind: "take"; die: DieText }
  /** One die shows another face. */
  | { kind: "change"; from: DieText; to: DieText }
  /** Two dice of different colours exchange their faces. */
  | { kind: "swap"; one: DieText; other: DieText }
  /** A die is about to be thrown, perhaps at another. */
  | { kind: "cast"; die: DieText; aim: DieText | null }
  | { kind: "land"; die: DieText; hits: { from: DieText; to: DieText }[] };

/** Dice in the tray, and those in the air between being lifted and rolled. */
export interface Tray {
  dice: PlacedDie[];
  air: PlacedDie[];
  nextId: number;
}

export interface Plan {
  tray: Tray;
  flight: Flight | null;
  /** Whose tracks the flight has, one after another. */
  flying: number[];
  /** What leaves the tray for somebody's hand. */
  taken: PlacedDie[];
  /** Dice that appear or vanish without a reason to show: they fade. */
  came: number[];
  gone: PlacedDie[];
}

export interface Circumstances {
  radius: number;
  seed: number;
  /** Of several alike, these are meant: a person pointed at them. */
  preferred?: readonly number[];
  /** Where the hand is; see `throwDice`. */
  from?: number;
}

export const NO_DICE: Tray = { dice: [], air: [], nextId: 1 };

/** What a tale makes of the tray, or null. */
export function eventOf(tale: readonly Phrase[]): TrayEvent | null {
  for (const phrase of tale) {
    switch (phrase[0]) {
      case "ROUND":
        return { kind: "roll", dice: phrase[4] };
      case "REROLLED":
      case "REROLLED_ONE":
        return { kind: "roll", dice: phrase[3] };
      case "REROLLS":
        return { kind: "lift", dice: phrase[2] };
      case "TAKES":
      case "TAKES_SECOND":
        return { kind: "take", die: phrase[2] };
      case "TURNS":
      case "TURNS_FREE":
      case "SHIFTS":
        return { kind: "change", from: phrase[2], to: phrase[3] };
      case "SWAPS":
        return { kind: "swap", one: phrase[2], other: phrase[3] };
      case "CASTS":
        return { kind: "cast", die: phrase[2], aim: null };
      case "CASTS_AT":
        return { kind: "cast", die: phrase[2], aim: phrase[3] };
      case "LANDS":
        return { kind: "land", die: phrase[2], hits: hitsOf(tale) };
    }
  }
  return null;
}

function hitsOf(tale: readonly Phrase[]): { from: DieText; to: DieText }[] {
  return tale.flatMap((phrase) =>
    phrase[0] === "HITS" || phrase[0] === "HITS_TOO"
      ? [{ from: phrase[2], to: phrase[3] }]
      : [],
  );
}

class Work {
  dice: PlacedDie[];
  air: PlacedDie[];
  nextId: number;
  taken: PlacedDie[] = [];
  came: number[] = [];
  gone: PlacedDie[] = [];
  flight: Flight | null = null;
  flying: number[] = [];

  constructor(
    tray: Tray,
    readonly at: Circumstances,
  ) {
    this.dice = [...tray.dice];
    this.air = [...tray.air];
    this.nextId = tray.nextId;
  }

  /** Takes one die of a kind out of the tray. */
  pull(die: DieText): PlacedDie | null {
    const alike = this.dice.filter((one) => one.die === die);
    const found = alike.find(({ id }) => this.at.preferred?.includes(id)) ?? alike[0];
    if (!found) return null;
    this.dice = this.dice.filter((one) => one !== found);
    return found;
  }

  settle(flight: Flight, movers: { id: number; die: DieText }[]): void {
    this.flight = flight;
    this.flying = movers.map(({ id }) => id);
    movers.forEach(({ id, die }, i) => {
      const rest = flight.tracks[i]?.rest ?? { x: 0, y: 0, angle: 0 };
      this.dice.push({ id, die, rest });
    });
  }

  roll(dice: DieText[]): void {
    const { radius, seed, from } = this.at;
    const movers = dice.map((die) => {
      const up = this.air.findIndex((one) => one.die.charAt(0) === die.charAt(0));
      const [lifted] = up < 0 ? [] : this.air.splice(up, 1);
      return {
        id: lifted?.id ?? this.nextId++,
        die,
        start: lifted?.rest ?? null,
      };
    });
    const flight = throwDice({
      faces: dice.map(faceIn),
      radius,
      seed,
      fixed: this.dice.map(({ rest }) => rest),
      starts: movers.map(({ start }) => start),
      ...(from === undefined ? {} : { from }),
    });
    this.settle(flight, movers);
  }

  turn(changes: { from: DieText; to: DieText }[]): void {
    const pulled = changes.flatMap(({ from, to }) => {
      const one = this.pull(from);
      return one ? [{ one, to }] : [];
    });
    if (pulled.length === 0) return;
    const tracks = pulled.map(({ one, to }) =>
      turnOver(one.rest, faceIn(one.die), faceIn(to)),
    );
    this.settle(
      together(tracks),
      pulled.map(({ one, to }) => ({ id: one.id, die: to })),
    );
  }

  land(die: DieText, hits: { from: DieText; to: DieText }[]): void {
    const struck = hits.flatMap(({ from, to }) => {
      const one = this.pull(from);
      return one ? [{ one, to }] : [];
    });
    const { radius, seed, from } = this.at;
    const flight = castDie({
      face: faceIn(die),
      hits: struck.map(({ one, to }) => ({
        at: one.rest,
        before: faceIn(one.die),
        after: faceIn(to),
      })),
      fixed: this.dice.map(({ rest }) => rest),
      radius,
      seed,
      ...(from === undefined ? {} : { from }),
    });
    this.settle(flight, [
      { id: this.nextId++, die },
      ...struck.map(({ one, to }) => ({ id: one.id, die: to })),
    ]);
  }

  play(event: TrayEvent): void {
    switch (event.kind) {
      case "roll":
        this.roll(event.dice);
        break;
      case "lift":
        for (const die of event.dice) {
          const one = this.pull(die);
          if (one) this.air.push(one);
        }
        break;
      case "take": {
        const one = this.pull(event.die);
        if (one) this.taken.push(one);
        break;
      }
      case "change":
        this.turn([event]);
        break;
      case "swap": {
        const { one, other } = event;
        this.turn([
          { from: one, to: one.charAt(0) + other.slice(1) },
          { from: other, to: other.charAt(0) + one.slice(1) },
        ]);
        break;
      }
      case "cast":
        break;
      case "land":
        this.land(event.die, event.hits);
        break;
    }
  }

  /** Makes it exactly these dice: removes surplus ones, adds missing ones. */
  match(wanted: readonly DieText[]): void {
    const missing = [...wanted];
    const surplus = this.dice.filter(({ die }) => {
      const found = missing.indexOf(die);
      if (found >= 0) missing.splice(found, 1);
      return found < 0;
    });
    this.gone.push(...surplus);
    this.dice = this.dice.filter((one) => !surplus.includes(one));
    const fixed = this.dice.map(({ rest }) => rest);
    const places = arrange(missing.length, fixed, this.at.radius, seeded(this.at.seed));
    missing.forEach((die, i) => {
      const rest = places[i];
      if (!rest) return;
      const id = this.nextId++;
      this.came.push(id);
      this.dice.push({ id, die, rest });
    });
  }
}

/** Plays an event on what lies there. `wanted` is what must lie there in the
 * end; null if that is not known yet. Dice that no event speaks of stay. */
export function reconcile(
  tray: Tray,
  wanted: readonly DieText[] | null,
  event: TrayEvent | null,
  at: Circumstances,
): Plan {
  const work = new Work(tray, at);
  // All dice are thrown: dice left from the last round are not in the way.
  if (event?.kind === "roll" && wanted?.length === event.dice.length) {
    work.gone.push(...work.dice);
    work.dice = [];
  }
  if (event) work.play(event);
  if (wanted) work.match(wanted);
  const left = event?.kind === "lift" || event === null ? work.air : [];
  const flies = new Set(work.dice.map(({ id }) => id));
  const stays = work.flying.map((id) => flies.has(id));
  const flight = work.flight && {
    ...work.flight,
    tracks: work.flight.tracks.filter((_, i) => stays[i]),
  };
  return {
    tray: {
      dice: work.dice.sort((a, b) => a.id - b.id),
      air: left,
      nextId: work.nextId,
    },
    flight,
    flying: work.flying.filter((_, i) => stays[i]),
    taken: work.taken,
    came: work.came,
    gone: [...work.gone, ...work.air.filter((one) => !left.includes(one))],
  };
}

/** The die that an arrow key leads to, or null. */
export function neighbour(
  dice: readonly PlacedDie[],
  from: PlacedDie,
  dx: number,
  dy: number,
): PlacedDie | null {
  let best: PlacedDie | null = null;
  let least = Infinity;
  for (const one of dice) {
    if (one.id === from.id) continue;
    const [x, y] = [one.rest.x - from.rest.x, one.rest.y - from.rest.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along <= 0.05 || aside > along * 2.2) continue;
    const cost = along + aside * 1.6;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

export const LIFT_MS = 260;
export const TAKE_MS = 460;
