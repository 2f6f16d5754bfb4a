/** Draws dice in flight on a canvas: everything that can be is made before the
 * first frame, and a frame allocates nothing. */
import type { Colour, Edition } from "$lib/protocol";
import {
  EDGE_LINE,
  EDGE_ON,
  EDGE_SHADE,
  INNER_LINE,
  LIT_SHADE,
  LIT_SHIFT,
  LIT_SIZE,
  SHADOW,
  SHADOW_SHIFT,
  SHADOW_SIZE,
  SIDES,
  TILT_TRAY,
  innerLine,
  paletteOf,
  pipPath,
  platePath,
  rampAt,
  shadeOf,
  silhouette,
  type Palette,
} from "./look";
import { RATE, poseAt, type Pose, type Track } from "./physics";
import { matrix } from "./turn";

/** A die to draw: it flies along its track or, without one, lies still. */
export interface Actor {
  colour: Colour;
  track: Track;
  /** It comes out of a hand that nobody sees. */
  enters?: boolean;
}

/** Where the tray is on the canvas, in CSS pixels. */
export interface Stage {
  width: number;
  height: number;
  /** The middle of the felt. */
  x: number;
  y: number;
  /** The edge of a die. */
  edge: number;
  /** The felt's radius, in edges. */
  felt: number;
}

const OUTLINE_POINTS = 40;
const MOST_PIXELS = 2;
const ENTER_SECONDS = 0.07;

/** A higher die is nearer to the eye, and larger. */
export function nearness(z: number): number {
  return 1 / (1 - Math.max(0, z - 0.5) * 0.045);
}

interface Shapes {
  plate: Path2D;
  inner: Path2D | null;
  pips: Path2D[];
  colours: Palette;
}

/** Kept from throw to throw: six sets of shapes, and one shadow. */
const shapes = new Map<string, Shapes>();
let lastShadow: HTMLCanvasElement | null = null;

function shapesOf(edition: Edition, colour: Colour): Shapes {
  const known = shapes.get(edition + colour);
  if (known) return known;
  const inner = innerLine(colour);
  const made = {
    plate: new Path2D(platePath(colour)),
    inner: inner === null ? null : new Path2D(inner),
    pips: SIDES.map(({ value }) => new Path2D(pipPath(colour, value))),
    colours: paletteOf(edition, colour),
  };
  shapes.set(edition + colour, made);
  return made;
}

function shadowSprite(pixels: number): HTMLCanvasElement {
  const width = Math.max(8, Math.ceil(pixels));
  if (lastShadow?.width === width) return lastShadow;
  const sprite = document.createElement("canvas");
  lastShadow = sprite;
  sprite.width = sprite.height = width;
  const ctx = sprite.getContext("2d");
  if (!ctx) return sprite;
  const r = sprite.width / 2;
  const fade = ctx.createRadialGradient(r, r, 0, r, r, r);
  for (const [at, alpha] of SHADOW) fade.addColorStop(at, `rgb(0 0 0 / ${alpha})`);
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, 2 * r, 2 * r);
  return sprite;
}

export class Tumble {
  #canvas: HTMLCanvasElement;
  #ctx: CanvasRenderingContext2D | null;
  #stage: Stage;
  #ratio: number;
  #actors: Actor[];
  #poses: Pose[];
  #order: Int32Array;
  #shapes: Record<Colour, Shapes>;
  #shadow: HTMLCanvasElement;
  #outline = new Float64Array(OUTLINE_POINTS * 2);
  #m = new Float64Array(9);

  constructor(
    canvas: HTMLCanvasElement,
    edition: Edition,
    actors: Actor[],
    stage: Stage,
    ratio: number,
  ) {
    this.#canvas = canvas;
    this.#stage = stage;
    this.#ratio = Math.min(MOST_PIXELS, Math.max(1, ratio));
    this.#actors = actors;
    this.#poses = actors.map(() => ({
      x: 0,
      y: 0,
      z: 0,
      turn: new Float64Array(4),
    }));
    this.#order = Int32Array.from(actors, (_, i) => i);
    this.#shapes = {
      L: shapesOf(edition, "L"),
      D: shapesOf(edition, "D"),
      R: shapesOf(edition, "R"),
    };
    const width = Math.round(stage.width * this.#ratio);
    const height = Math.round(stage.height * this.#ratio);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.#ctx = canvas.getContext("2d");
    this.#shadow = shadowSprite(stage.edge * this.#ratio * SHADOW_SIZE);
  }

  /** Draws the moment `seconds` after the throw. The first `landed` dice have
   * their shadow on the felt already: two would be darker than one. */
  draw(seconds: number, landed = 0): void {
    const ctx = this.#ctx;
    if (!ctx) return;
    const { edge, x, y } = this.#stage;
    for (let i = 0; i < this.#actors.length; i++) {
      const actor = this.#actors[i];
      const pose = this.#poses[i];
      if (actor && pose) poseAt(actor.track, seconds, pose);
    }
    this.#sort();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    const unit = edge * this.#ratio;
    for (let i = landed; i < this.#poses.length; i++) {
      const pose = this.#poses[i];
      if (pose) this.#drawShadow(ctx, pose, unit);
    }
    for (let k = 0; k < this.#order.length; k++) {
      const i = this.#order[k] ?? 0;
      const actor = this.#actors[i];
      const pose = this.#poses[i];
      if (!actor || !pose) continue;
      ctx.globalAlpha = actor.enters ? Math.min(1, seconds / ENTER_SECONDS) : 1;
      const near = nearness(pose.z);
      const cx = x * this.#ratio + pose.x * unit;
      const cy = y * this.#ratio - (pose.y + pose.z * TILT_TRAY) * unit;
      this.#drawDie(
        ctx,
        this.#shapes[actor.colour],
        actor.colour,
        pose,
        cx,
        cy,
        unit * near,
      );
    }
  }

  clear(): void {
    this.#ctx?.setTransform(1, 0, 0, 1, 0, 0);
    this.#ctx?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** From the farthest to the nearest. Few change places between two frames. */
  #sort(): void {
    const order = this.#order;
    for (let i = 1; i < order.length; i++) {
      const moved = order[i] ?? 0;
      const near = this.#depth(moved);
      let j = i - 1;
      while (j >= 0 && this.#depth(order[j] ?? 0) > near) {
        order[j + 1] = order[j] ?? 0;
        j--;
      }
      order[j + 1] = moved;
    }
  }

  #depth(index: number): number {
    const pose = this.#poses[index];
    return pose ? pose.z - TILT_TRAY * pose.y : 0;
  }

  /** On the felt beside the die: farther, wider and fainter the higher it is, so
   * that a handful of them makes no black hole. None falls on the rim. */
  #drawShadow(ctx: CanvasRenderingContext2D, pose: Pose, unit: number): void {
    const height = Math.max(0, pose.z - 0.5);
    const x = pose.x + SHADOW_SHIFT[0] + height * 0.22;
    const y = -pose.y + SHADOW_SHIFT[1] + height * 0.12;
    const size = SHADOW_SIZE * (1 + height * 0.16);
    const onFelt = this.#stage.felt - Math.sqrt(x * x + y * y);
    if (onFelt <= 0) return;
    const blur = 0.5 + Math.min(1, height) * (size / 2 - 0.5);
    ctx.globalAlpha = Math.min(1, onFelt / blur) / (1 + height * 1.5);
    const left = this.#stage.x * this.#ratio + (x - size / 2) * unit;
    const top = this.#stage.y * this.#ratio + (y - size / 2) * unit;
    ctx.drawImage(this.#shadow, left, top, size * unit, size * unit);
  }

  #drawDie(
    ctx: CanvasRenderingContext2D,
    shapes: Shapes,
    colour: Colour,
    pose: Pose,
    cx: number,
    cy: number,
    unit: number,
  ): void {
    const m = matrix(pose.turn, this.#m);
    const points = this.#outline;
    silhouette(colour, m, TILT_TRAY, points);
    ctx.setTransform(unit, 0, 0, unit, cx, cy);
    this.#tracePath(ctx, points);
    ctx.fillStyle = rampAt(shapes.colours, EDGE_SHADE);
    ctx.fill();
    ctx.lineWidth = EDGE_LINE;
    ctx.lineJoin = "round";
    ctx.strokeStyle = shapes.colours.edge;
    ctx.stroke();
    const lit = unit * LIT_SIZE;
    const shift = unit * LIT_SHIFT;
    ctx.setTransform(lit, 0, 0, lit, cx - shift, cy - shift);
    ctx.fillStyle = rampAt(shapes.colours, LIT_SHADE);
    this.#tracePath(ctx, points);
    ctx.fill();
    for (let s = 0; s < 6; s++) this.#drawFace(ctx, shapes, s, m, cx, cy, unit);
  }

  #tracePath(ctx: CanvasRenderingContext2D, points: Float64Array): void {
    ctx.beginPath();
    ctx.moveTo(points[0] ?? 0, points[1] ?? 0);
    for (let i = 2; i < points.length; i += 2)
      ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
    ctx.closePath();
  }

  #drawFace(
    ctx: CanvasRenderingContext2D,
    shapes: Shapes,
    index: number,
    m: Float64Array,
    cx: number,
    cy: number,
    unit: number,
  ): void {
    const side = SIDES[index];
    if (!side) return;
    const { u, v, n } = side;
    const m0 = m[0] ?? 0;
    const m1 = m[1] ?? 0;
    const m2 = m[2] ?? 0;
    const m3 = m[3] ?? 0;
    const m4 = m[4] ?? 0;
    const m5 = m[5] ?? 0;
    const m6 = m[6] ?? 0;
    const m7 = m[7] ?? 0;
    const m8 = m[8] ?? 0;
    const nx = m0 * n[0] + m1 * n[1] + m2 * n[2];
    const ny = m3 * n[0] + m4 * n[1] + m5 * n[2];
    const nz = m6 * n[0] + m7 * n[1] + m8 * n[2];
    if (nz - TILT_TRAY * ny < EDGE_ON) return;
    const r3 = m3 + TILT_TRAY * m6;
    const r4 = m4 + TILT_TRAY * m7;
    const r5 = m5 + TILT_TRAY * m8;
    ctx.setTransform(
      unit * (m0 * u[0] + m1 * u[1] + m2 * u[2]),
      -unit * (r3 * u[0] + r4 * u[1] + r5 * u[2]),
      -unit * (m0 * v[0] + m1 * v[1] + m2 * v[2]),
      unit * (r3 * v[0] + r4 * v[1] + r5 * v[2]),
      cx + (unit * nx) / 2,
      cy - (unit * (ny + TILT_TRAY * nz)) / 2,
    );
    ctx.fillStyle = rampAt(shapes.colours, shadeOf(nx, ny, nz));
    ctx.fill(shapes.plate);
    if (shapes.inner) {
      ctx.lineWidth = INNER_LINE;
      ctx.strokeStyle = shapes.colours.line;
      ctx.stroke(shapes.inner);
    }
    const pips = shapes.pips[index];
    if (!pips) return;
    ctx.fillStyle = shapes.colours.pip;
    ctx.fill(pips);
  }
}

export interface Run {
  /** Ends it where it is. */
  stop(): void;
}

/** Plays a tumble to `duration` (seconds), then calls `done`, once; `between`
 * is for what can be done while it is on. What comes out of a hand is not to be
 * seen at its very first moment: the first picture is of the one after it. */
export function play(
  tumble: Tumble,
  duration: number,
  speed: number,
  done: () => void,
  between: () => void = () => undefined,
): Run {
  let start: number | null = null;
  let frame = 0;
  const step = (now: number): void => {
    start ??= now - 1000 / RATE;
    const seconds = ((now - start) / 1000) * speed;
    tumble.draw(Math.min(seconds, duration));
    if (seconds >= duration) {
      done();
      return;
    }
    frame = requestAnimationFrame(step);
    between();
  };
  frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
