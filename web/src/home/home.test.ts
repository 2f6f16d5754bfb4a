import { describe, expect, it } from "vitest";
import { clockText, durationText, PRESETS, sameClock, usualClock } from "./clock";
import { isOwnMachine, linkFrom } from "./share";
import { roundsText } from "./wishes";

describe("links", () => {
  it("lead others to an address that they can reach", () => {
    const lan = "http://192.168.1.20:8080";
    const path = "/t/abc";
    expect(linkFrom("http://localhost:8080", "localhost", lan, path)).toBe(lan + path);
    expect(linkFrom("http://127.0.0.1:8080", "127.0.0.1", `${lan}/`, path)).toBe(
      lan + path,
    );
    expect(linkFrom("https://play.example", "play.example", lan, path)).toBe(
      "https://play.example/t/abc",
    );
    expect(linkFrom("http://localhost:8080", "localhost", null, path)).toBe(
      "http://localhost:8080/t/abc",
    );
  });

  it("knows which names are of this machine alone", () => {
    for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "a.localhost"])
      expect(isOwnMachine(host), host).toBe(true);
    for (const host of [
      "192.168.1.20",
      "play.example",
      "localhost.example",
      "12.7.0.1",
    ])
      expect(isOwnMachine(host), host).toBe(false);
  });
});

describe("clocks", () => {
  it("stay within what a table allows", () => {
    for (const { kind, base, more } of Object.values(PRESETS).flat()) {
      const [least, most] =
        kind === "days" ? [3_600_000, 30 * 86_400_000] : [1000, 86_400_000];
      if (kind !== "none") {
        expect(base).toBeGreaterThanOrEqual(least);
        expect(base).toBeLessThanOrEqual(most);
      }
      expect(more).toBeLessThanOrEqual(3_600_000);
    }
  });

  it("begin with one of their own kind", () => {
    for (const kind of ["none", "move", "game", "days"] as const)
      expect(PRESETS[kind].some((one) => sameClock(one, usualClock(kind)))).toBe(true);
  });

  it("are said in the largest unit without a rest", () => {
    expect(durationText(1000)).toBe("one second");
    expect(durationText(90_000)).toBe("90 seconds");
    expect(durationText(120_000)).toBe("2 minutes");
    expect(durationText(86_400_000)).toBe("one day");
    expect(clockText({ kind: "game", base: 300_000, more: 5000 })).toBe(
      "5 minutes for the game, and 5 seconds a move",
    );
  });
});

describe("rounds", () => {
  it("are as many as players start", () => {
    expect(roundsText({ starts: 2, players: 4 })).toContain("8");
  });
});
