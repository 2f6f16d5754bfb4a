import { describe, expect, it } from "vitest";
import { momentPath, roundFrom, viewOf, viewText, within } from "./moment";

describe("a moment", () => {
  it("has an address, short if it can be", () => {
    expect(momentPath("abc", 1, 0, "all")).toBe("/r/abc/1");
    expect(momentPath("abc", 2, 17, 3)).toBe("/r/abc/2?at=17&eyes=3");
    expect(momentPath("abc", 2, 17, 0)).toBe("/r/abc/2?at=17&eyes=none");
  });

  it("is seen by whom the address says", () => {
    for (const view of [0, 1, 3, "all"] as const)
      expect(viewOf(viewText(view), 3)).toBe(view);
    for (const text of ["", "4", "-1", "1.5", "x"]) expect(viewOf(text, 3)).toBe("all");
  });

  it("lies within the game", () => {
    expect(within(-3, 9)).toBe(0);
    expect(within(12, 9)).toBe(9);
    expect(within(4, 9)).toBe(4);
  });
});

describe("rounds", () => {
  const rounds = [{ step: 4 }, { step: 30 }];
  it("are stepped through", () => {
    expect(roundFrom(rounds, 0, 1, 50)).toBe(4);
    expect(roundFrom(rounds, 4, 1, 50)).toBe(30);
    expect(roundFrom(rounds, 30, 1, 50)).toBe(50);
    expect(roundFrom(rounds, 50, 1, 50)).toBe(50);
    expect(roundFrom(rounds, 50, -1, 50)).toBe(30);
    expect(roundFrom(rounds, 30, -1, 50)).toBe(4);
    expect(roundFrom(rounds, 3, -1, 50)).toBe(0);
    expect(roundFrom(rounds, 0, -1, 50)).toBe(0);
  });
});
