import { describe, expect, it } from "vitest";
import type { Colour, Edition } from "$lib/protocol";
import {
  PIPS,
  SIDES,
  colourIn,
  drawStill,
  faceIn,
  paletteOf,
  pipPath,
  platePath,
  restTurn,
  topOf,
} from "./look";
import { rotate, type Vec } from "./turn";

const EDITIONS: Edition[] = ["gamewright", "schmidt"];
const COLOURS: Colour[] = ["L", "D", "R"];

const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const side = (value: number): Vec =>
  SIDES.find((one) => one.value === value)?.n ?? [0, 0, 0];

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)].sort((m, n) => n - m);
  return ((x ?? 0) + 0.05) / ((y ?? 0) + 0.05);
}

describe("a die's body", () => {
  it("has opposite faces that add to seven", () => {
    for (let value = 1; value <= 6; value++)
      expect(dot(side(value), side(7 - value))).toBe(-1);
  });

  it("has one, two and three against the clock, as western dice have", () => {
    expect(dot(cross(side(1), side(2)), side(3))).toBe(1);
  });

  it("has faces whose pictures are not mirrored", () => {
    for (const { u, v, n } of SIDES) expect(dot(cross(u, v), n)).toBe(1);
  });

  it("lies with the face on top that it shows, upright at angle 0", () => {
    for (const { value, u, n } of SIDES) {
      for (const angle of [0, 0.5, 2, -3])
        expect(topOf(restTurn(value, angle))).toMatchObject({ face: value });
      const up = rotate(restTurn(value, 0), n);
      const right = rotate(restTurn(value, 0), u);
      expect(up[2]).toBeCloseTo(1);
      expect(right[0]).toBeCloseTo(1);
    }
  });
});

describe("a die's picture", () => {
  it("has as many pips as its face says", () => {
    PIPS.forEach((pips, face) => {
      expect(pips).toHaveLength(face);
      for (const colour of COLOURS)
        expect(pipPath(colour, face).match(/M/g)?.length ?? 0).toBe(face);
    });
  });

  it("differs in shape and pips between the colours, not only in paint", () => {
    expect(new Set(COLOURS.map(platePath)).size).toBe(3);
    expect(new Set(COLOURS.map((colour) => pipPath(colour, 5))).size).toBe(3);
  });

  it("shows its face first on top, and no pips where any face will do", () => {
    const drawing = drawStill("schmidt", "D", 4, 0.3, 0.26);
    expect(drawing.faces.some(({ pips }) => pips === pipPath("D", 4))).toBe(true);
    expect(drawing.faces.some(({ pips }) => pips === pipPath("D", 3))).toBe(false);
    for (const { pips } of drawStill("schmidt", "D", 0, 0, 0.1).faces)
      expect(pips).toBe("");
  });

  it("reads any spelling of any face", () => {
    expect(["D5", "L0", "R?", "*", "*6"].map(faceIn)).toEqual([5, 0, 0, 0, 6]);
    expect(["D5", "L0", "R?", "*", "*6"].map(colourIn)).toEqual([
      "D",
      "L",
      "R",
      "*",
      "*",
    ]);
  });
});

describe("colours", () => {
  const PAPERS = { day: "#f5efe3", night: "#10201f" };
  it.each(EDITIONS)(
    "of %s stand out: pips on faces, dice on paper by day and night",
    (e) => {
      for (const colour of COLOURS) {
        const look = paletteOf(e, colour);
        expect(contrast(look.pip, look.body)).toBeGreaterThan(4.5);
        expect(contrast(look.ghost, "#fffaf0")).toBeGreaterThan(4.5);
        for (const paper of Object.values(PAPERS)) {
          const seen = Math.max(contrast(look.body, paper), contrast(look.edge, paper));
          expect(seen).toBeGreaterThan(3);
        }
      }
    },
  );

  it.each(EDITIONS)("of %s differ in lightness between light and dark", (e) => {
    const [light, dark] = [paletteOf(e, "L").body, paletteOf(e, "D").body];
    expect(contrast(light, dark)).toBeGreaterThan(2.5);
  });
});

describe("drawings that are kept", () => {
  const at = (angle: number) => drawStill("gamewright", "L", 3, angle, 0.1);

  it("are those used last, and no more of them than are needed", () => {
    const [often, once] = [at(0), at(1)];
    for (let i = 2; i < 300; i++) {
      at(i);
      expect(at(0)).toBe(often);
    }
    expect(at(1)).not.toBe(once);
    expect(at(1)).toEqual(once);
  });
});
