/** How dice look: bodies, faces, pips and colours, in units of a die's edge.
 * The pictures at rest (SVG) and in flight (canvas) are both made from this, so
 * that one can take the other's place unseen.
 *
 * The plan is drawn true and height goes up the screen by `tilt`: a top face
 * keeps its shape, and a little of the sides shows beneath it. */
import type { Colour, DieText, Edition } from "$lib/protocol";
import { about, fromRows, matrix, multiply, type Quat, type Vec } from "./turn";

export const TILT_TRAY = 0.26;
export const TILT_FLAT = 0.1;

export interface Palette {
  /** From the deepest shade to the full light. */
  ramp: readonly string[];
  body: string;
  edge: string;
  pip: string;
  line: string;
  /** Of outlines on a card, where `body` would be too pale. */
  ghost: string;
}

const RAMP = 24;

type Rgb = [number, number, number];

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

function mix(a: string, b: string, share: number): string {
  const [from, to] = [rgb(a), rgb(b)];
  const parts = from.map((part, i) => Math.round(part + ((to[i] ?? 0) - part) * share));
  return "#" + parts.map((part) => part.toString(16).padStart(2, "0")).join("");
}

function palette(
  deep: string,
  body: string,
  light: string,
  rest: Pick<Palette, "edge" | "pip" | "line" | "ghost">,
): Palette {
  const ramp = Array.from({ length: RAMP }, (_, i) => {
    const share = i / (RAMP - 1);
    return share < 0.8
      ? mix(deep, body, share / 0.8)
      : mix(body, light, (share - 0.8) / 0.2);
  });
  return { ramp, body, ...rest };
}

const RED = palette("#5a0710", "#c5202c", "#d8323c", {
  edge: "#e0656c",
  pip: "#fff6ec",
  line: "#e2626a",
  ghost: "#a81a26",
});

/* The same by day and by night: dice are things. Their edges stand out against
 * paper, felt and night alike, which a test computes. */
const PALETTES: Record<Edition, Record<Colour, Palette>> = {
  gamewright: {
    L: palette("#8d4300", "#f2942f", "#ffa94a", {
      edge: "#8a4a0c",
      pip: "#3b1a00",
      line: "#ffc27d",
      ghost: "#a85a08",
    }),
    D: palette("#0b2152", "#2459b3", "#3069c6", {
      edge: "#7f9fd6",
      pip: "#ffffff",
      line: "#7ba3e6",
      ghost: "#1d4b9b",
    }),
    R: RED,
  },
  schmidt: {
    L: palette("#8f8878", "#f6f2e8", "#fffdf7", {
      edge: "#837b69",
      pip: "#25221c",
      line: "#ffffff",
      ghost: "#756b57",
    }),
    D: palette("#08090b", "#2c3036", "#3a3f46", {
      edge: "#8b9299",
      pip: "#ffffff",
      line: "#858c94",
      ghost: "#23262b",
    }),
    R: RED,
  },
};

export function paletteOf(edition: Edition, colour: Colour): Palette {
  return PALETTES[edition][colour];
}

export function colourIn(die: DieText): Colour | "*" {
  const letter = die.charAt(0);
  return letter === "D" || letter === "R" || letter === "*" ? letter : "L";
}

/** 0 is any face: "D", "D0" and "D?" alike. */
export function faceIn(die: DieText): number {
  const face = Number(die.slice(1));
  return face >= 1 && face <= 6 ? face : 0;
}

/* ---- Pips ---- */

const P = 0.235;
/** Where the pips are, y upward. */
export const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-P, P],
    [P, -P],
  ],
  [
    [-P, P],
    [0, 0],
    [P, -P],
  ],
  [
    [-P, P],
    [P, P],
    [-P, -P],
    [P, -P],
  ],
  [
    [-P, P],
    [P, P],
    [0, 0],
    [-P, -P],
    [P, -P],
  ],
  [
    [-P, P],
    [P, P],
    [-P, 0],
    [P, 0],
    [-P, -P],
    [P, -P],
  ],
];

const round = (value: number): string => String(Math.round(value * 1000) / 1000);

function polygon(points: readonly (readonly [number, number])[]): string {
  return "M" + points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L") + "Z";
}

function disc(x: number, y: number, r: number): string {
  const turn = `a${round(r)} ${round(r)} 0 1 0 `;
  return `M${round(x - r)} ${round(y)}${turn}${round(2 * r)} 0${turn}${round(-2 * r)} 0Z`;
}

function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, i): [number, number] => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? r : r * 0.5;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return polygon(points);
}

function diamond(x: number, y: number, r: number): string {
  return polygon([
    [x, y - r],
    [x + r, y],
    [x, y + r],
    [x - r, y],
  ]);
}

/** Half round, half diamond: of a die of either colour. */
function halved(x: number, y: number, r: number): string {
  const s = r * 1.18;
  return (
    `M${round(x)} ${round(y - r)}A${round(r)} ${round(r)} 0 0 0 ${round(x)} ${round(y + r)}` +
    `L${round(x)} ${round(y + s)}L${round(x + s)} ${round(y)}L${round(x)} ${round(y - s)}Z`
  );
}

const PIP_SIZE: Record<Colour, number> = { L: 0.098, D: 0.122, R: 0.142 };

function onePip(colour: Colour | "*", face: number, x: number, y: number): string {
  const grown = face === 1 ? 1.35 : 1;
  if (colour === "*")
    return x < 0
      ? disc(x, y, 0.098)
      : x > 0
        ? diamond(x, y, 0.122)
        : halved(x, y, 0.102 * grown);
  const size = PIP_SIZE[colour] * grown;
  return { L: disc, D: diamond, R: star }[colour](x, y, size);
}

/** A question mark, for a face that may be any. */
const ANY_FACE =
  "M-.15 -.1A.15 .15 0 1 1 .07 .025C.01 .06 0 .08 0 .14L0 .16" + "M0 .27L0 .275";
export const ANY_STROKE = 0.085;

const pipPaths = new Map<string, string>();

/** SVG path data of the pips, y downward; red dice's pips crowd in, for their
 * faces are smaller. */
export function pipPath(colour: Colour | "*", face: number): string {
  const known = pipPaths.get(colour + face) ?? pipPathOf(colour, face);
  pipPaths.set(colour + face, known);
  return known;
}

function pipPathOf(colour: Colour | "*", face: number): string {
  const shrink = colour === "R" ? 0.88 : 1;
  return (PIPS[face] ?? [])
    .map(([x, y]) => onePip(colour, face, x * shrink, -y * shrink))
    .join("");
}

export function anyFacePath(): string {
  return ANY_FACE;
}

/* ---- Faces: the flat plates of the six sides ---- */

const ROUNDING = 0.15;
const CUT = 0.375;
const ROUNDNESS = 2.75;
const RED_SIZE = 0.535;

function roundedSquare(half: number, r: number): string {
  const edge = round(2 * (half - r));
  const arc = (x: number, y: number) =>
    `a${round(r)} ${round(r)} 0 0 1 ${round(x * r)} ${round(y * r)}`;
  return (
    `M${round(r - half)} ${round(-half)}h${edge}${arc(1, 1)}v${edge}${arc(-1, 1)}` +
    `h-${edge}${arc(-1, -1)}v-${edge}${arc(1, -1)}Z`
  );
}

function octagon(half: number, cut: number): string {
  const c = half - cut;
  return polygon([
    [-c, -half],
    [c, -half],
    [half, -c],
    [half, c],
    [c, half],
    [-c, half],
    [-half, c],
    [-half, -c],
  ]);
}

function squircle(half: number, power: number): string {
  const points = Array.from({ length: 48 }, (_, i): [number, number] => {
    const angle = (i * Math.PI) / 24;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const bend = (v: number) => half * Math.sign(v) * Math.abs(v) ** (2 / power);
    return [bend(c), bend(s)];
  });
  return polygon(points);
}

const PLATES: Record<Colour, string> = {
  L: roundedSquare(0.4, 0.1),
  D: octagon(0.395, 0.085),
  R: squircle(0.4, 2.35),
};
const INNER_LINES: Record<Colour, string | null> = {
  L: null,
  D: octagon(0.352, 0.068),
  R: null,
};

export function platePath(colour: Colour): string {
  return PLATES[colour];
}

/** The fine line within a dark die's face. */
export function innerLine(colour: Colour): string | null {
  return INNER_LINES[colour];
}

/** The outline of an empty place; "*" is round at the left, cut at the right. */
export function ghostPath(colour: Colour | "*"): string {
  if (colour === "L") return roundedSquare(0.46, 0.16);
  if (colour === "D") return octagon(0.46, 0.13);
  if (colour === "R") return squircle(0.47, 2.35);
  return (
    "M0 -.46H-.3A.16 .16 0 0 0 -.46 -.3V.3A.16 .16 0 0 0 -.3 .46H0" +
    "H.33L.46 .33V-.33L.33 -.46Z"
  );
}

export const GHOST_LEFT =
  "M0 -.46H-.3A.16 .16 0 0 0 -.46 -.3V.3A.16 .16 0 0 0 -.3 .46H0";
export const GHOST_RIGHT = "M0 -.46H.33L.46 -.33V.33L.33 .46H0";

/* ---- The six sides of a body ---- */

export interface Side {
  value: number;
  u: Vec;
  v: Vec;
  n: Vec;
}

/* Opposite faces add to seven; one, two and three run against the clock around
 * their corner, as on western dice. */
export const SIDES: readonly Side[] = [
  { value: 1, u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, 1] },
  { value: 2, u: [0, 1, 0], v: [0, 0, 1], n: [1, 0, 0] },
  { value: 3, u: [0, 0, 1], v: [1, 0, 0], n: [0, 1, 0] },
  { value: 4, u: [1, 0, 0], v: [0, 0, 1], n: [0, -1, 0] },
  { value: 5, u: [0, 0, 1], v: [0, 1, 0], n: [-1, 0, 0] },
  { value: 6, u: [0, 1, 0], v: [1, 0, 0], n: [0, 0, -1] },
];

const UPRIGHT: readonly Quat[] = SIDES.map(({ u, v, n }) => fromRows(u, v, n));

/** How a die lies that shows `face` and is turned by `angle` on the table. */
export function restTurn(face: number, angle: number): Quat {
  const base = UPRIGHT[Math.max(face, 1) - 1] ?? ([1, 0, 0, 0] satisfies Quat);
  return multiply(about([0, 0, 1], angle), base);
}

/** Which face is on top, and how upright it is (1: flat). */
export function topOf(turn: ArrayLike<number>): { face: number; flat: number } {
  const m = matrix(turn, new Float64Array(9));
  let [face, flat] = [1, -2];
  for (const side of SIDES) {
    const up =
      (m[6] ?? 0) * side.n[0] + (m[7] ?? 0) * side.n[1] + (m[8] ?? 0) * side.n[2];
    if (up > flat) [face, flat] = [side.value, up];
  }
  return { face, flat };
}

/* ---- Silhouettes ---- */

/** The farthest point of a body in a direction (dx, dy, dz): three numbers into
 * `out`. */
function farthest(
  colour: Colour,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  const [ax, ay, az] = [Math.abs(dx), Math.abs(dy), Math.abs(dz)];
  let x: number;
  let y: number;
  let z: number;
  if (colour === "L") {
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
    x = 0.5 - ROUNDING + (ROUNDING * ax) / length;
    y = 0.5 - ROUNDING + (ROUNDING * ay) / length;
    z = 0.5 - ROUNDING + (ROUNDING * az) / length;
  } else if (colour === "D") {
    x = y = z = CUT;
    if (ax >= ay && ax >= az) x = 0.5;
    else if (ay >= az) y = 0.5;
    else z = 0.5;
  } else {
    const inner = 1 / (ROUNDNESS - 1);
    x = ax ** inner;
    y = ay ** inner;
    z = az ** inner;
    const size =
      RED_SIZE / (x ** ROUNDNESS + y ** ROUNDNESS + z ** ROUNDNESS) ** (1 / ROUNDNESS);
    x *= size;
    y *= size;
    z *= size;
  }
  out[0] = dx < 0 ? -x : x;
  out[1] = dy < 0 ? -y : y;
  out[2] = dz < 0 ? -z : z;
}

const far = new Float64Array(3);

/** The outline of a body turned by the matrix `m`, seen with `tilt`: x and y
 * (downward) of `out.length / 2` points. Writes no memory but `out`. */
export function silhouette(
  colour: Colour,
  m: Float64Array,
  tilt: number,
  out: Float64Array,
): void {
  const count = out.length / 2;
  const m0 = m[0] ?? 0;
  const m1 = m[1] ?? 0;
  const m2 = m[2] ?? 0;
  const m3 = (m[3] ?? 0) + tilt * (m[6] ?? 0);
  const m4 = (m[4] ?? 0) + tilt * (m[7] ?? 0);
  const m5 = (m[5] ?? 0) + tilt * (m[8] ?? 0);
  for (let i = 0; i < count; i++) {
    const angle = ((i + 0.5) * 2 * Math.PI) / count;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    farthest(colour, m0 * c + m3 * s, m1 * c + m4 * s, m2 * c + m5 * s, far);
    const [x, y, z] = [far[0] ?? 0, far[1] ?? 0, far[2] ?? 0];
    out[2 * i] = m0 * x + m1 * y + m2 * z;
    out[2 * i + 1] = -(m3 * x + m4 * y + m5 * z);
  }
}

/* ---- Light ---- */

const LIGHT: Vec = [-0.38, 0.34, 0.86];

/** Which step of the ramp a surface with this normal has. */
export function shadeOf(nx: number, ny: number, nz: number): number {
  const lit = Math.max(0, nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]);
  return Math.round((0.3 + 0.76 * lit) * (RAMP - 1) * 0.93);
}

export function rampAt(colours: Palette, shade: number): string {
  return colours.ramp[Math.max(0, Math.min(RAMP - 1, shade))] ?? colours.body;
}

/** Of the rounded edges between the faces, as the ramp goes: away from the light,
 * and toward it. The lit part is the same outline, smaller and moved. */
export const EDGE_SHADE = Math.round(RAMP * 0.42);
export const LIT_SHADE = Math.round(RAMP * 0.7);
export const LIT_SIZE = 0.945;
export const LIT_SHIFT = 0.02;

/** A face that is seen more edge-on than this is not drawn. */
export const EDGE_ON = 0.12;

/** The stops of a die's shadow on the felt, from the middle outward. */
export const SHADOW: readonly (readonly [number, number])[] = [
  [0, 0.5],
  [0.5, 0.42],
  [0.72, 0.2],
  [1, 0],
];
export const SHADOW_SIZE = 1.62;
export const SHADOW_SHIFT: readonly [number, number] = [0.09, 0.1];

/** Around a chosen die in the tray. */
export const CHOSEN = "#ffd34d";

export const EDGE_LINE = 0.035;
export const INNER_LINE = 0.022;

/* ---- A die lying still, as a list of what to draw ---- */

export interface FaceDrawing {
  matrix: string;
  fill: string;
  pips: string;
}

export interface Drawing {
  outline: string;
  outlineFill: string;
  litFill: string;
  faces: FaceDrawing[];
}

/** Drawings that were used last, the last at the end. Dice in the tray lie at any
 * angle, so that no end of them would gather. */
const still = new Map<string, Drawing>();
const MOST_STILL = 100;

function keep(key: string, drawing: Drawing): Drawing {
  still.delete(key);
  still.set(key, drawing);
  if (still.size > MOST_STILL)
    for (const oldest of still.keys()) {
      still.delete(oldest);
      break;
    }
  return drawing;
}

function faceDrawing(
  colour: Colour,
  colours: Palette,
  side: Side,
  m: Float64Array,
  tilt: number,
  blank: boolean,
): FaceDrawing | null {
  const turned = ([x, y, z]: Vec): Vec =>
    [0, 3, 6].map(
      (row) => (m[row] ?? 0) * x + (m[row + 1] ?? 0) * y + (m[row + 2] ?? 0) * z,
    ) as Vec;
  const n = turned(side.n);
  if (n[2] - tilt * n[1] < EDGE_ON) return null;
  const [u, v] = [turned(side.u), turned(side.v)];
  const flat = (a: Vec): [number, number] => [a[0], -(a[1] + tilt * a[2])];
  const [cu, cv, cn] = [flat(u), flat(v), flat(n)];
  const numbers = [cu[0], cu[1], -cv[0], -cv[1], cn[0] / 2, cn[1] / 2];
  return {
    matrix: `matrix(${numbers.map(round).join(" ")})`,
    fill: rampAt(colours, shadeOf(n[0], n[1], n[2])),
    pips: blank ? "" : pipPath(colour, side.value),
  };
}

/** What a resting die is made of, from the back to the front; its middle is the
 * origin. */
export function drawStill(
  edition: Edition,
  colour: Colour,
  face: number,
  angle: number,
  tilt: number,
): Drawing {
  const key = `${edition}${colour}${face} ${angle.toFixed(4)} ${tilt}`;
  const known = still.get(key);
  if (known) return keep(key, known);
  const colours = paletteOf(edition, colour);
  const m = matrix(restTurn(face, angle), new Float64Array(9));
  const points = new Float64Array(144);
  silhouette(colour, m, tilt, points);
  const pairs = Array.from({ length: 72 }, (_, i): [number, number] => [
    points[2 * i] ?? 0,
    points[2 * i + 1] ?? 0,
  ]);
  const faces = SIDES.map((side) =>
    faceDrawing(colour, colours, side, m, tilt, face === 0),
  );
  const drawing: Drawing = {
    outline: polygon(pairs),
    outlineFill: rampAt(colours, EDGE_SHADE),
    litFill: rampAt(colours, LIT_SHADE),
    faces: faces.filter((drawn) => drawn !== null),
  };
  return keep(key, drawing);
}
