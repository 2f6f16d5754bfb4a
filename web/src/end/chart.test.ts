import { describe, expect, it } from "vitest";
import { linesOf, scaleOf, spread } from "./chart";

const box = { left: 10, right: 110, top: 0, bottom: 100 };

describe("the chart's scale", () => {
  it("has round numbers around everything and nought", () => {
    expect(scaleOf([3, 11])).toEqual({
      low: 0,
      high: 12,
      ticks: [0, 2, 4, 6, 8, 10, 12],
    });
    expect(scaleOf([-3, 38])).toEqual({
      low: -10,
      high: 40,
      ticks: [-10, 0, 10, 20, 30, 40],
    });
    expect(scaleOf([])).toEqual({ low: 0, high: 1, ticks: [0, 1] });
    expect(scaleOf([-2])).toEqual({ low: -2, high: 0, ticks: [-2, -1, 0] });
  });

  it("holds for all sizes", () => {
    for (let low = -60; low <= 0; low += 7)
      for (let high = 0; high < 400; high += 13) {
        const scale = scaleOf([low, high]);
        expect(scale.low).toBeLessThanOrEqual(low);
        expect(scale.high).toBeGreaterThanOrEqual(high);
        expect(scale.ticks.length).toBeGreaterThan(1);
        expect(scale.ticks.length).toBeLessThanOrEqual(8);
        expect(scale.ticks).toContain(0);
      }
  });
});

describe("lines", () => {
  it("start at nought and fill the box", () => {
    const history = [
      { round: 1, points: [], chips: [], totals: [4, -1] },
      { round: 2, points: [], chips: [], totals: [5, 4] },
    ];
    const { scale, lines } = linesOf(history, [1, 2], box);
    expect(scale.ticks).toEqual([-1, 0, 1, 2, 3, 4, 5]);
    expect(lines[1]?.points.map(({ x }) => x)).toEqual([10, 60, 110]);
    expect(lines[0]?.points[2]?.y).toBe(0);
    expect(lines[1]?.points[1]?.y).toBe(100);
  });
});

describe("labels", () => {
  it("are moved apart and stay inside", () => {
    expect(spread([50, 10], 12, 0, 100)).toEqual([50, 10]);
    expect(spread([50, 51], 12, 0, 100)).toEqual([50, 62]);
    expect(spread([99, 98, 97], 12, 0, 100)).toEqual([100, 88, 76]);
  });
});
