// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Colour } from "$lib/protocol";
import { TILT_TRAY, paletteOf, topOf } from "./look";
import { poseAt, throwDice, type Pose } from "./physics";
import { radiusFor } from "./places";
import { Tumble, nearness, play, type Stage } from "./tumble";

/** A canvas that writes down where it was told to draw. */
class Paper {
  calls: { what: string; x: number; y: number; alpha: number }[] = [];
  globalAlpha = 1;
  fillStyle: unknown = "";
  /** What each path was filled with, and how large each body was. */
  inks: unknown[] = [];
  sizes: number[] = [];
  #size = 0;
  #x = 0;
  #y = 0;

  setTransform(a: number, _b: number, _c: number, _d: number, x: number, y: number) {
    this.#size = a;
    this.#x = x;
    this.#y = y;
  }
  #note(what: string, x = this.#x, y = this.#y): void {
    this.calls.push({ what, x, y, alpha: this.globalAlpha });
  }
  clearRect(): void {
    this.calls = [];
    this.inks = [];
    this.sizes = [];
  }
  stroke(path?: unknown): void {
    // Only a body's outline is a path of its own.
    if (path) return;
    this.#note("body");
    this.sizes.push(this.#size);
  }
  drawImage(_image: unknown, x: number, y: number, width: number): void {
    this.#note("shadow", x + width / 2, y + width / 2);
  }
  fill(path?: unknown): void {
    if (path) this.inks.push(this.fillStyle);
  }
  beginPath(): void {
    /* a new outline */
  }
  moveTo(): void {
    /* its first point */
  }
  lineTo(): void {
    /* its next point */
  }
  closePath(): void {
    /* its end */
  }
  fillRect(): void {
    /* the shadow itself */
  }
  createRadialGradient(): { addColorStop: () => void } {
    return { addColorStop: () => undefined };
  }
  of(what: string): { x: number; y: number; alpha: number }[] {
    return this.calls.filter((call) => call.what === what);
  }
}

const COLOURS: readonly Colour[] = ["L", "D", "R"];
const FACES = [6, 3, 1, 4, 5, 2, 2, 6];
const STAGE: Stage = { width: 400, height: 420, x: 200, y: 210, edge: 30, felt: 5 };
let paper: Paper;

beforeEach(() => {
  paper = new Paper();
  vi.stubGlobal("Path2D", vi.fn());
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(paper as never);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function thrown(seed: number, enters = false) {
  const flight = throwDice({ faces: FACES, radius: STAGE.felt, seed });
  const actors = flight.tracks.map((track, i) => ({
    colour: COLOURS[i % 3] ?? "L",
    track,
    enters,
  }));
  const canvas = document.createElement("canvas");
  return { flight, canvas, tumble: new Tumble(canvas, "schmidt", actors, STAGE, 1) };
}

const places = (what: string): string[] =>
  paper
    .of(what)
    .map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)
    .sort();

describe("a tumble", () => {
  it("draws each die once, with one shadow, where its track leads", () => {
    const { flight, tumble } = thrown(4);
    tumble.draw(flight.duration);
    const rests = flight.tracks.map(({ rest }) => {
      const x = STAGE.x + rest.x * STAGE.edge;
      const y = STAGE.y - (rest.y + 0.5 * TILT_TRAY) * STAGE.edge;
      return `${x.toFixed(2)} ${y.toFixed(2)}`;
    });
    expect(places("body")).toEqual(rests.sort());
    expect(paper.of("shadow")).toHaveLength(FACES.length);
  });

  it("stays where it ended, however late it is", () => {
    const { flight, tumble } = thrown(4);
    tumble.draw(flight.duration);
    const last = places("body");
    tumble.draw(flight.duration + 5);
    expect(places("body")).toEqual(last);
  });

  it("is the same for the same seed, and another for another", () => {
    const at = (seed: number): string[] => {
      thrown(seed).tumble.draw(0.7);
      return places("body");
    };
    expect(at(9)).toEqual(at(9));
    expect(at(9)).not.toEqual(at(10));
  });

  it("leaves the shadows of dice that have landed to those who show them", () => {
    const { flight, tumble } = thrown(4);
    tumble.draw(flight.duration, 5);
    expect(paper.of("shadow")).toHaveLength(FACES.length - 5);
    expect(paper.of("body")).toHaveLength(FACES.length);
  });

  it("has full shadows at rest, and none beyond the felt", () => {
    const { flight, tumble } = thrown(4);
    tumble.draw(flight.duration);
    for (const { alpha } of paper.of("shadow")) expect(alpha).toBeCloseTo(1, 5);
    for (let time = 0; time < flight.duration; time += 0.05) {
      tumble.draw(time);
      for (const { x, y } of paper.of("shadow"))
        expect(Math.hypot(x - STAGE.x, y - STAGE.y)).toBeLessThanOrEqual(
          STAGE.felt * STAGE.edge,
        );
    }
  });

  it("shows the faces that can be seen, each with pips of its colour", () => {
    const { flight, tumble } = thrown(4);
    tumble.draw(flight.duration);
    const pips = COLOURS.map((colour) => paletteOf("schmidt", colour).pip);
    const dotted = paper.inks.filter((_, i) => i % 2 === 1);
    expect(dotted).toHaveLength(paper.inks.length / 2);
    for (const colour of pips) expect(dotted).toContain(colour);
    for (const ink of dotted) expect(pips).toContain(ink);
    expect(dotted.length).toBeGreaterThanOrEqual(FACES.length);
    expect(dotted.length).toBeLessThanOrEqual(3 * FACES.length);
  });

  it("is larger the higher it is, and gone when it is cleared", () => {
    const { flight, tumble } = thrown(4);
    tumble.draw(flight.duration);
    for (const size of paper.sizes) expect(size).toBeCloseTo(STAGE.edge, 5);
    tumble.draw(0.1);
    expect(Math.max(...paper.sizes)).toBeGreaterThan(STAGE.edge * 1.01);
    tumble.clear();
    expect(paper.calls).toEqual([]);
  });

  it("comes out of the hand little by little", () => {
    const { tumble } = thrown(4, true);
    tumble.draw(0);
    for (const { alpha } of paper.of("body")) expect(alpha).toBe(0);
    tumble.draw(0.2);
    for (const { alpha } of paper.of("body")) expect(alpha).toBe(1);
  });

  it("draws what is nearer over what is farther", () => {
    const { flight, tumble } = thrown(7);
    const pose: Pose = { x: 0, y: 0, z: 0, turn: new Float64Array(4) };
    for (const time of [0.2, 0.5, 0.9]) {
      tumble.draw(time);
      const depths = paper.of("body").map(({ x, y }) => {
        const found = flight.tracks.find((track) => {
          poseAt(track, time, pose);
          const at = STAGE.x + pose.x * STAGE.edge;
          const up = STAGE.y - (pose.y + pose.z * TILT_TRAY) * STAGE.edge;
          return Math.hypot(at - x, up - y) < 1e-6;
        });
        if (found) poseAt(found, time, pose);
        return pose.z - TILT_TRAY * pose.y;
      });
      expect(depths).toEqual([...depths].sort((a, b) => a - b));
    }
  });

  it("gives the canvas as many pixels as the screen has, but two each at most", () => {
    const [track] = thrown(4).flight.tracks;
    const actors = track ? [{ colour: "L" as const, track }] : [];
    for (const [ratio, want] of [
      [0.5, 400],
      [1.5, 600],
      [3, 800],
    ] as const) {
      const canvas = document.createElement("canvas");
      new Tumble(canvas, "gamewright", actors, STAGE, ratio);
      expect(canvas.width).toBe(want);
    }
  });
});

describe("what is higher", () => {
  it("is larger, and what lies is as large as it is", () => {
    expect(nearness(0.5)).toBe(1);
    expect(nearness(0.3)).toBe(1);
    expect(nearness(2)).toBeGreaterThan(nearness(1));
  });
});

describe("a throw on its way", () => {
  // What the picture is made of: dice in each other would look wrong.
  it.each([8, 20])("has %i dice that never sink into each other on the felt", (n) => {
    const radius = radiusFor(n);
    const pose = (): Pose => ({ x: 0, y: 0, z: 0, turn: new Float64Array(4) });
    const poses = Array.from({ length: n }, pose);
    for (let seed = 0; seed < 6; seed++) {
      const faces = Array.from({ length: n }, (_, i) => 1 + ((i + seed) % 6));
      const { tracks, duration } = throwDice({ faces, radius, seed });
      let nearest = 9;
      for (let time = 0.75; time <= duration; time += 1 / 30) {
        tracks.forEach((track, i) => poseAt(track, time, poses[i] ?? pose()));
        poses.forEach((a, i) => {
          for (const b of poses.slice(i + 1))
            nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z));
        });
      }
      expect(nearest).toBeGreaterThan(0.95);
      tracks.forEach((track, i) => {
        poseAt(track, duration, poses[i] ?? pose());
        expect(topOf(poses[i]?.turn ?? []).face).toBe(faces[i]);
      });
    }
  });
});

describe("play", () => {
  let frames: FrameRequestCallback[] = [];
  const frame = (now: number): void => {
    for (const call of frames.splice(0)) call(now);
  };

  beforeEach(() => {
    frames = [];
    vi.stubGlobal("requestAnimationFrame", (call: FrameRequestCallback) =>
      frames.push(call),
    );
    vi.stubGlobal("cancelAnimationFrame", () => (frames = []));
  });

  it("goes to the last moment, says so once, and leaves time between", () => {
    const { flight, tumble } = thrown(4);
    const drawn = vi.spyOn(tumble, "draw");
    const [done, between] = [vi.fn(), vi.fn()];
    play(tumble, flight.duration, 1, done, between);
    for (let now = 1000; frames.length > 0; now += 100) frame(now);
    expect(drawn.mock.calls[0]?.[0]).toBeCloseTo(1 / 60);
    expect(drawn.mock.calls.at(-1)?.[0]).toBe(flight.duration);
    expect(done).toHaveBeenCalledTimes(1);
    expect(between).toHaveBeenCalledTimes(drawn.mock.calls.length - 1);
  });

  it("runs as fast as it is told", () => {
    const { tumble } = thrown(4);
    const drawn = vi.spyOn(tumble, "draw");
    play(tumble, 9, 2, () => undefined);
    frame(1000);
    frame(1500);
    const [first = 0, second = 0] = drawn.mock.calls.map(([at]) => at);
    expect(first).toBeCloseTo(2 / 60);
    expect(second - first).toBeCloseTo(1);
  });

  it("can be stopped, and then is never done", () => {
    const { tumble } = thrown(4);
    const done = vi.fn();
    const run = play(tumble, 0.1, 1, done);
    frame(1000);
    run.stop();
    frame(2000);
    expect(done).not.toHaveBeenCalled();
  });
});
