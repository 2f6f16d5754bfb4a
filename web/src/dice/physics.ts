/** Dice in the air. A throw is simulated as cubes that fall, bounce and tumble;
 * only afterwards is it looked up which side came out on top, and the cubes are
 * labelled so that it is the face that was rolled. All of it follows from the
 * seed. Lengths are in edges of a die, times in seconds. */
import { restTurn } from "./look";
import { BACK, reachOf, spread, type Point, type Rest } from "./places";
import { seeded, type Random } from "./random";
import {
  about,
  between,
  inverse,
  matrix,
  multiply,
  normal,
  type Quat,
  type Vec,
} from "./turn";

/** A die's path: x, y, z of its middle and the turn w, x, y, z, `RATE` times a
 * second. */
export interface Track {
  frames: Float32Array;
  rest: Rest;
  face: number;
}

export interface Flight {
  duration: number;
  tracks: Track[];
}

export interface Pose {
  x: number;
  y: number;
  z: number;
  turn: Float64Array;
}

export const RATE = 60;
export const LIFTED = 1.7;
const SUB_STEPS = 4;
const DT = 1 / (RATE * SUB_STEPS);
const LONGEST = 1.85;
const SHORTEST = 1.2;
/** Long enough to see it come down, too short to see the correction. */
const SETTLE = 0.32;

const GRAVITY = 84;
const CORNER = 0.47;
const BOUNCE = 0.42;
const FRICTION = 0.3;
const WALL_BOUNCE = 0.7;
const DICE_BOUNCE = 0.5;
const DICE_REACH = 1.16;
/** Near the felt they also make room, so that a finger finds each of them. */
const ROOM = 1.6;
/** Radians a second; faster ones look like standing still. */
const FASTEST = 34;
const INVERSE_INERTIA = 6; // of a cube with mass and edge 1, about any axis

const NO_FRAMES = new Float64Array(0);

interface Body {
  p: Vec;
  v: Vec;
  q: Quat;
  w: Vec;
  m: Float64Array;
  face: number;
  /** When it begins to move; until then it stands in the way. */
  wake: number;
  awake: boolean;
  /** Has been within the rim, which holds it from then on. */
  inside: boolean;
  /** Flies over the others until then, and ... */
  clear: number;
  /** ... wakes this one when it arrives. */
  strikes: Body | null;
  frames: Float64Array;
}

function body(p: Vec, q: Quat, face: number): Body {
  return {
    p,
    v: [0, 0, 0],
    q,
    w: [0, 0, 0],
    m: new Float64Array(9),
    face,
    wake: 0,
    awake: false,
    inside: false,
    clear: 0,
    strikes: null,
    frames: NO_FRAMES,
  };
}

/** An impulse at a point off the middle. */
function push(b: Body, r: Vec, jx: number, jy: number, jz: number): void {
  b.v[0] += jx;
  b.v[1] += jy;
  b.v[2] += jz;
  b.w[0] += INVERSE_INERTIA * (r[1] * jz - r[2] * jy);
  b.w[1] += INVERSE_INERTIA * (r[2] * jx - r[0] * jz);
  b.w[2] += INVERSE_INERTIA * (r[0] * jy - r[1] * jx);
}

const arm: Vec = [0, 0, 0];

/** The felt takes part of the fall and brakes what slides. */
function touchFelt(b: Body): void {
  if (b.p[2] > 0.9) return;
  const { m, v, w } = b;
  const floor = 0.5 - CORNER - b.p[2];
  let deepest = 0;
  for (let i = 0; i < 8; i++) {
    const x = i & 1 ? CORNER : -CORNER;
    const y = i & 2 ? CORNER : -CORNER;
    const z = i & 4 ? CORNER : -CORNER;
    const rz = (m[6] ?? 0) * x + (m[7] ?? 0) * y + (m[8] ?? 0) * z;
    const gap = rz - floor;
    if (gap > 0) continue;
    deepest = Math.min(deepest, gap);
    const rx = (m[0] ?? 0) * x + (m[1] ?? 0) * y + (m[2] ?? 0) * z;
    const ry = (m[3] ?? 0) * x + (m[4] ?? 0) * y + (m[5] ?? 0) * z;
    const vz = v[2] + w[0] * ry - w[1] * rx;
    if (vz >= 0) continue;
    const vx = v[0] + w[1] * rz - w[2] * ry;
    const vy = v[1] + w[2] * rx - w[0] * rz;
    const bounce = vz < -2.2 ? BOUNCE : 0;
    const flat = rx * rx + ry * ry;
    const jn = (-(1 + bounce) * vz) / (1 + INVERSE_INERTIA * flat);
    const slide = Math.sqrt(vx * vx + vy * vy);
    const stick = slide / (1 + INVERSE_INERTIA * (flat + rz * rz));
    const jt = slide > 1e-6 ? Math.min(FRICTION * jn, stick) / slide : 0;
    arm[0] = rx;
    arm[1] = ry;
    arm[2] = rz;
    push(b, arm, -vx * jt, -vy * jt, jn);
  }
  b.p[2] -= deepest * 0.5;
}

function touchRim(b: Body, radius: number): void {
  const reach = reachOf(radius) + 0.08;
  const x = b.p[0];
  const y = b.p[1] - BACK;
  const far = Math.sqrt(x * x + y * y);
  if (far <= reach) {
    b.inside = true;
    return;
  }
  if (!b.inside) return;
  const nx = x / far;
  const ny = y / far;
  b.p[0] = nx * reach;
  b.p[1] = BACK + ny * reach;
  const out = b.v[0] * nx + b.v[1] * ny;
  if (out <= 0) return;
  const j = (1 + WALL_BOUNCE) * out;
  const side = b.v[1] * nx - b.v[0] * ny;
  b.v[0] -= nx * j - ny * side * 0.15;
  b.v[1] -= ny * j + nx * side * 0.15;
  b.w[0] += ny * b.v[2] * 0.8;
  b.w[1] -= nx * b.v[2] * 0.8;
  b.w[2] -= side * 0.8;
}

/** Dice meet like balls somewhat larger than the cubes: they roll off each other
 * and never come to lie on top. */
function touchEachOther(a: Body, b: Body, time: number): void {
  if (!a.awake && !b.awake) return;
  const dx = b.p[0] - a.p[0];
  const dy = b.p[1] - a.p[1];
  const flat = dx * dx + dy * dy;
  if (flat > ROOM * ROOM) return;
  if (!a.inside || !b.inside || time < a.clear || time < b.clear) return;
  const dz = b.p[2] - a.p[2];
  const square = flat + dz * dz;
  const moving = (a.awake ? 1 : 0) + (b.awake ? 1 : 0);
  if (square < DICE_REACH * DICE_REACH) {
    const distance = Math.sqrt(square) || 1e-3;
    const nx = dx / distance;
    const ny = dy / distance;
    const nz = dz / distance;
    const overlap = ((DICE_REACH - distance) * 0.4) / moving;
    const closing =
      (b.v[0] - a.v[0]) * nx + (b.v[1] - a.v[1]) * ny + (b.v[2] - a.v[2]) * nz;
    const j = closing < 0 ? (-(1 + DICE_BOUNCE) * closing) / moving : 0;
    strike(a, nx, ny, nz, -j, -overlap);
    strike(b, nx, ny, nz, j, overlap);
    return;
  }
  if (Math.abs(dz) > 0.8 || time < 0.5) return;
  const distance = Math.sqrt(flat) || 1e-3;
  const give = ((ROOM - distance) * 70 * DT) / moving / distance;
  if (a.awake) {
    a.v[0] -= give * dx;
    a.v[1] -= give * dy;
  }
  if (b.awake) {
    b.v[0] += give * dx;
    b.v[1] += give * dy;
  }
}

function strike(
  b: Body,
  nx: number,
  ny: number,
  nz: number,
  j: number,
  shift: number,
): void {
  if (!b.awake) return;
  b.v[0] += nx * j;
  b.v[1] += ny * j;
  b.v[2] += nz * j;
  b.p[0] += nx * shift;
  b.p[1] += ny * shift;
  // A blow is never quite central: some of it becomes spin.
  b.w[0] += ny * j * 0.9;
  b.w[1] -= nx * j * 0.9;
  b.p[2] = Math.max(b.p[2] + nz * shift, 0.45);
}

/** As time goes on, dice lean ever more toward the side they are about to fall
 * on, so that all of them lie flat in time. */
function lean(b: Body, time: number): void {
  const age = time - b.wake;
  if (age < 0.6 || b.p[2] > 1.05) return;
  const force = Math.min(1, (age - 0.6) / 0.6);
  const { m, w } = b;
  const axis = upright(m);
  const sign = (m[6 + axis] ?? 0) < 0 ? -1 : 1;
  const nx = sign * (m[axis] ?? 0);
  const ny = sign * (m[3 + axis] ?? 0);
  w[0] += ny * 130 * force * DT;
  w[1] -= nx * 130 * force * DT;
  const brake = Math.exp(-(1 + 7 * force) * DT);
  w[0] *= brake;
  w[1] *= brake;
  w[2] *= Math.exp(-(2 + 6 * force) * DT);
  const drag = Math.exp(-(0.4 + 5 * force * force) * DT);
  b.v[0] *= drag;
  b.v[1] *= drag;
}

/** Which of the body's axes points up or down the most. */
function upright(m: Float64Array): number {
  const x = Math.abs(m[6] ?? 0);
  const y = Math.abs(m[7] ?? 0);
  const z = Math.abs(m[8] ?? 0);
  if (y > x) return z > y ? 2 : 1;
  return z > x ? 2 : 0;
}

function advance(b: Body): void {
  const { p, v, q } = b;
  v[2] -= GRAVITY * DT;
  p[0] += v[0] * DT;
  p[1] += v[1] * DT;
  p[2] += v[2] * DT;
  const square = b.w[0] * b.w[0] + b.w[1] * b.w[1] + b.w[2] * b.w[2];
  const slower = square > FASTEST * FASTEST ? FASTEST / Math.sqrt(square) : 1;
  const a = (b.w[0] *= slower);
  const c = (b.w[1] *= slower);
  const d = (b.w[2] *= slower);
  const half = DT / 2;
  const w = q[0] + half * (-a * q[1] - c * q[2] - d * q[3]);
  const x = q[1] + half * (a * q[0] + c * q[3] - d * q[2]);
  const y = q[2] + half * (c * q[0] + d * q[1] - a * q[3]);
  const z = q[3] + half * (d * q[0] + a * q[2] - c * q[1]);
  const length = Math.sqrt(w * w + x * x + y * y + z * z) || 1;
  q[0] = w / length;
  q[1] = x / length;
  q[2] = y / length;
  q[3] = z / length;
  matrix(q, b.m);
}

function resting(b: Body): boolean {
  const { m, v, w } = b;
  return (
    b.awake &&
    b.p[2] < 0.56 &&
    Math.abs(m[6 + upright(m)] ?? 0) > 0.999 &&
    v[0] * v[0] + v[1] * v[1] < 0.25 * 0.25 &&
    w[0] * w[0] + w[1] * w[1] + w[2] * w[2] < 0.8 * 0.8
  );
}

function arouse(b: Body, time: number, random: Random): void {
  b.awake = true;
  if (!b.strikes) return;
  aim(b, b.strikes, b.wake === 0 && b.p[2] > 1 ? 0.42 : 0.3, time, random);
}

/** Throws a die so that it meets another in `after` seconds. */
function aim(b: Body, at: Body, after: number, time: number, random: Random): void {
  const [dx, dy] = [at.p[0] - b.p[0], at.p[1] - b.p[1]];
  const share = 1 - 0.75 / Math.max(1.2, Math.hypot(dx, dy));
  b.v = [
    (dx * share) / after,
    (dy * share) / after,
    (0.85 - b.p[2]) / after + (GRAVITY * after) / 2,
  ];
  b.w = [(random() - 0.5) * 26, (random() - 0.5) * 26, (random() - 0.5) * 12];
  b.clear = time + after;
  at.wake = time + after;
}

/** A die that was hit hops away from where the blow came. */
function knock(b: Body, by: Body, random: Random): void {
  const [dx, dy] = [b.p[0] - by.p[0], b.p[1] - by.p[1]];
  const distance = Math.hypot(dx, dy) || 1;
  const speed = 4 + 2 * random();
  b.v = [(dx / distance) * speed, (dy / distance) * speed, 9 + 3 * random()];
  b.w = [(-dy / distance) * 16, (dx / distance) * 16, (random() - 0.5) * 10];
  by.v[0] *= 0.35;
  by.v[1] *= 0.35;
}

function simulate(
  bodies: Body[],
  fixed: Body[],
  radius: number,
  random: Random,
  longest: number,
): number {
  const all = [...bodies, ...fixed];
  const most = Math.ceil(longest * RATE) + 2;
  for (const b of all) matrix(b.q, b.m);
  for (const b of bodies) b.frames = new Float64Array(most * 7);
  let frame = 0;
  for (let step = 0; ; step++) {
    const time = step * DT;
    if (step % SUB_STEPS === 0) {
      for (const b of bodies) {
        b.frames.set(b.p, frame * 7);
        b.frames.set(b.q, frame * 7 + 3);
      }
      frame++;
      if (time >= longest || (time >= SHORTEST && bodies.every(resting))) break;
    }
    for (const b of bodies) {
      if (!b.awake && time >= b.wake) {
        const by = bodies.find((other) => other.strikes === b);
        if (by) knock(b, by, random);
        arouse(b, time, random);
      }
      if (!b.awake) continue;
      advance(b);
      if (time >= b.clear) touchFelt(b);
      touchRim(b, radius);
      lean(b, time);
    }
    for (let i = 0; i < bodies.length; i++) {
      const a = all[i];
      for (let j = i + 1; j < all.length; j++) {
        const b = all[j];
        if (a && b) touchEachOther(a, b, time);
      }
    }
  }
  return frame;
}

/** How a cube lies once it has fallen flat from where it is: the turn about the
 * table's normal, up to a quarter. */
function flatAngle(q: Quat): { turn: Quat; angle: number } {
  const m = matrix(q, new Float64Array(9));
  const best = upright(m);
  const sign = (m[6 + best] ?? 0) < 0 ? -1 : 1;
  const [nx, ny, nz] = [
    sign * (m[best] ?? 0),
    sign * (m[3 + best] ?? 0),
    sign * (m[6 + best] ?? 0),
  ];
  const tilt = Math.acos(Math.min(1, nz));
  const turn = tilt < 1e-6 ? q : multiply(about([ny, -nx, 0], tilt), q);
  const flat = matrix(turn, new Float64Array(9));
  const side = best === 0 ? 1 : 0;
  return { turn, angle: Math.atan2(flat[3 + side] ?? 0, flat[side] ?? 0) };
}

const dot = (a: Quat, b: Quat): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];

const smooth = (share: number): number => {
  const s = Math.max(0, Math.min(1, share));
  return s * s * (3 - 2 * s);
};

/** Turns the recorded path into one that ends flat, in its place and with the
 * right face on top. */
function finish(b: Body, place: Point, count: number, random: Random): Track {
  const settleFrames = Math.round(SETTLE * RATE);
  const total = count + 2;
  const { turn, angle: quarter } = flatAngle(b.q);
  const angle = quarter + Math.floor(random() * 4) * (Math.PI / 2);
  const wrapped = Math.atan2(Math.sin(angle), Math.cos(angle));
  const label = multiply(inverse(turn), restTurn(b.face, wrapped));
  const correction = multiply(turn, inverse(b.q));
  const [dx, dy, dz] = [place.x - b.p[0], place.y - b.p[1], 0.5 - b.p[2]];
  const frames = new Float32Array(total * 7);
  const slideFrom = Math.max(count * 0.25, b.wake * RATE);
  const q: Quat = [1, 0, 0, 0];
  let before: Quat = q;
  for (let i = 0; i < total; i++) {
    const at = Math.min(i, count - 1) * 7;
    for (let k = 0; k < 4; k++) q[k] = b.frames[at + 3 + k] ?? 0;
    const slide = smooth((i - slideFrom) / (count - 1 - slideFrom));
    const settle = smooth((i - (count - settleFrames)) / settleFrames);
    const fixed =
      settle > 0 ? multiply(between([1, 0, 0, 0], correction, settle), q) : q;
    const shown = normal(multiply(fixed, label));
    // A turn and its negative are the same, but not halfway between two of them.
    if (i > 0 && dot(shown, before) < 0)
      for (const k of [0, 1, 2, 3] as const) shown[k] = -shown[k];
    frames[i * 7] = (b.frames[at] ?? 0) + dx * slide;
    frames[i * 7 + 1] = (b.frames[at + 1] ?? 0) + dy * slide;
    frames[i * 7 + 2] = (b.frames[at + 2] ?? 0) + dz * settle;
    frames.set(shown, i * 7 + 3);
    before = shown;
  }
  const last = (total - 1) * 7;
  frames.set([place.x, place.y, 0.5], last);
  return { frames, rest: { x: place.x, y: place.y, angle: wrapped }, face: b.face };
}

function fly(
  bodies: Body[],
  fixed: readonly Rest[],
  radius: number,
  random: Random,
  longest: number,
): Flight {
  const obstacles = fixed.map(({ x, y }) => ({
    ...body([x, y, 0.5], [1, 0, 0, 0], 1),
    inside: true,
  }));
  const count = simulate(bodies, obstacles, radius, random, longest);
  const places = spread(
    bodies.map((b) => ({ x: b.p[0], y: b.p[1] })),
    fixed,
    radius,
  );
  const tracks = bodies.map((b, i) =>
    finish(b, places[i] ?? { x: b.p[0], y: b.p[1] }, count, random),
  );
  return { duration: (count + 1) / RATE, tracks };
}

function anyTurn(random: Random): Quat {
  return normal([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]);
}

export interface Throw {
  faces: readonly number[];
  radius: number;
  seed: number;
  /** Dice that lie there and stay. */
  fixed?: readonly Rest[];
  /** Where the hand is: an angle on the rim, against the clock from the right. */
  from?: number;
  /** Where each die is picked up from, for a re-roll. */
  starts?: readonly (Rest | null)[];
}

export const FROM_ME = -Math.PI / 2;

/** Out of a hand beyond the rim, all in one swing, each toward a spot on the felt
 * from where it tumbles on. */
function fromHand(b: Body, given: Throw, random: Random): void {
  const from = given.from ?? FROM_ME;
  const [cx, cy] = [Math.cos(from), Math.sin(from)];
  const across = (random() - 0.5) * Math.min(3.4, 0.9 + given.faces.length * 0.2);
  const out = given.radius + 0.1 + random() * 0.7;
  b.p = [cx * out - cy * across, cy * out + cx * across, 1.9 + random() * 1.8];
  const near = given.radius * (0.8 - 0.62 * random());
  const aside = across * 1.2 + (random() - 0.5) * given.radius * 0.7;
  const fits = Math.min(1, (given.radius * 0.78) / Math.hypot(near, aside));
  const after = 0.36 + 0.12 * random();
  b.v = [
    ((cx * near - cy * aside) * fits - b.p[0]) / after,
    ((cy * near + cx * aside) * fits - b.p[1]) / after,
    (0.7 - b.p[2]) / after + (GRAVITY * after) / 2,
  ];
  const spin = 11 + random() * 9;
  b.w = [cy * spin, -cx * spin, 0].map((v) => v + (random() - 0.5) * 12) as Vec;
  b.wake = random() * 0.09;
}

/** Scooped up from where it lies and let go again. */
function fromPlace(b: Body, start: Rest, random: Random): void {
  b.p = [start.x, start.y, LIFTED];
  const inward = Math.atan2(BACK - start.y, -start.x) + (random() - 0.5) * 1.6;
  const speed = 2.5 + random() * 3.5;
  b.v = [Math.cos(inward) * speed, Math.sin(inward) * speed, 9 + random() * 4];
  const heading = random() * 2 * Math.PI;
  const spin = 13 + random() * 7;
  b.w = [Math.cos(heading) * spin, Math.sin(heading) * spin, (random() - 0.5) * 8];
  b.inside = true;
}

/** Throws dice; they end with the given faces on top. */
export function throwDice(given: Throw): Flight {
  const random = seeded(given.seed);
  const bodies = given.faces.map((face, index) => {
    const b = body([0, 0, 0], anyTurn(random), face);
    const start = given.starts?.[index];
    if (start) fromPlace(b, start, random);
    else fromHand(b, given, random);
    return b;
  });
  return fly(bodies, given.fixed ?? [], given.radius, random, LONGEST - SETTLE / 2);
}

export interface Cast {
  face: number;
  /** Dice that are turned by it, each by the one before. */
  hits: readonly { at: Rest; before: number; after: number }[];
  fixed: readonly Rest[];
  radius: number;
  seed: number;
  from?: number;
}

const CAST_LONGEST = 1.34;

/** Throws one die at another. The tracks: the thrown die, then those it hit. */
export function castDie(given: Cast): Flight {
  const random = seeded(given.seed);
  const thrown = body([0, 0, 0], anyTurn(random), given.face);
  const swing: Throw = {
    faces: [given.face],
    radius: given.radius,
    seed: given.seed,
  };
  if (given.from !== undefined) swing.from = given.from;
  fromHand(thrown, swing, random);
  thrown.wake = 0;
  const hit = given.hits.map(({ at, before, after }) => {
    const b = body([at.x, at.y, 0.5], restTurn(before, at.angle), after);
    b.wake = Infinity;
    b.inside = true;
    return b;
  });
  const bodies = [thrown, ...hit];
  bodies.forEach((b, i) => (b.strikes = bodies[i + 1] ?? null));
  const flight = fly(bodies, given.fixed, given.radius, random, CAST_LONGEST);
  given.hits.forEach(({ at, before }, i) =>
    begin(flight, i + 1, restTurn(before, at.angle)),
  );
  return flight;
}

/** A cube is labelled for its last face; one that lay there before must start
 * with the face it had. It is turned into the new labelling in mid-air, where
 * it spins too fast for an eye to follow. */
function begin(flight: Flight, index: number, turn: Quat): void {
  const track = flight.tracks[index];
  if (!track) return;
  const { frames } = track;
  const first: Quat = [3, 4, 5, 6].map((k) => frames[k] ?? 0) as Quat;
  const shift = multiply(inverse(first), turn);
  const count = frames.length / 7;
  let start = 0;
  const height = (i: number) => frames[i * 7 + 2] ?? 0;
  while (start < count && Math.abs(height(start) - 0.5) < 1e-3) start++;
  const over = Math.round(0.24 * RATE);
  for (let i = 0; i < count; i++) {
    const share = smooth((i - start) / over);
    if (share >= 1) break;
    const q: Quat = [3, 4, 5, 6].map((k) => frames[i * 7 + k] ?? 0) as Quat;
    const early = between(multiply(q, shift), q, share);
    frames.set(early, i * 7 + 3);
  }
  for (let i = 1; i < count; i++) {
    let along = 0;
    for (let k = 3; k < 7; k++)
      along += (frames[i * 7 + k] ?? 0) * (frames[i * 7 - 7 + k] ?? 0);
    if (along < 0)
      for (let k = 3; k < 7; k++) frames[i * 7 + k] = -(frames[i * 7 + k] ?? 0);
  }
}

export const TURN_SECONDS = 0.62;

/** Turns a die over in its place, from one face to another. */
export function turnOver(at: Rest, before: number, after: number): Track {
  const count = Math.round(TURN_SECONDS * RATE) + 1;
  const frames = new Float32Array(count * 7);
  const [from, to] = [restTurn(before, at.angle), restTurn(after, at.angle)];
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1);
    const hop = Math.min(1, t / 0.86);
    const bounce = t > 0.86 ? Math.sin(((t - 0.86) / 0.14) * Math.PI) * 0.06 : 0;
    const z = 0.5 + 4 * hop * (1 - hop) * 1.25 + bounce;
    const turn = between(from, to, smooth((hop - 0.08) / 0.84));
    frames.set([at.x, at.y, z, ...turn], i * 7);
  }
  return { frames, rest: { ...at }, face: after };
}

/** A flight out of single tracks of any length: the shorter ones wait. */
export function together(tracks: Track[]): Flight {
  const longest = Math.max(1, ...tracks.map(({ frames }) => frames.length / 7));
  return { duration: (longest - 1) / RATE, tracks };
}

/** Where a die is at a time, into `out`. */
export function poseAt(track: Track, seconds: number, out: Pose): void {
  const { frames } = track;
  const last = frames.length / 7 - 1;
  const exact = Math.max(0, Math.min(last, seconds * RATE));
  const i = Math.min(last - 1, Math.floor(exact));
  const share = exact - i;
  const a = Math.max(0, i) * 7;
  const b = a + (last > 0 ? 7 : 0);
  const mixed = (k: number): number =>
    (frames[a + k] ?? 0) * (1 - share) + (frames[b + k] ?? 0) * share;
  out.x = mixed(0);
  out.y = mixed(1);
  out.z = mixed(2);
  const [w, x, y, z] = [mixed(3), mixed(4), mixed(5), mixed(6)];
  const length = Math.sqrt(w * w + x * x + y * y + z * z) || 1;
  out.turn[0] = w / length;
  out.turn[1] = x / length;
  out.turn[2] = y / length;
  out.turn[3] = z / length;
}
