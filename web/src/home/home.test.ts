// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { clockText, durationText, PRESETS, sameClock, usualClock } from "./clock";
import { isOwnMachine, linkFrom } from "./share";
import type { MyTable } from "$lib/protocol";
import { ROWS } from "$/generated/settings";
import { OPEN } from "./samples";
import { soloSettings } from "./intent";
import { running } from "./tableWords";
import { choices, FINER, FRONT, PLAIN, roundsText, summary } from "./wishes";

describe("a game against bots", () => {
  const usual = { bots: 2, edition: "gamewright" as const, starts: 0, pace: 1000 };

  it("is as it was chosen", () => {
    expect(soloSettings(usual)).toEqual({
      players: 3,
      hints: true,
      edition: "gamewright",
      bot: 1000,
    });
    expect(
      soloSettings({ bots: 4, edition: "schmidt", starts: 2, pace: 0 }),
    ).toMatchObject({ players: 5, edition: "schmidt", starts: 2, bot: 0 });
  });

  it("can be had, whatever the storage holds", () => {
    const odd = { bots: 99, edition: "x" as "schmidt", starts: -1, pace: 1e9 };
    expect(soloSettings(odd)).toEqual({
      players: 5,
      hints: true,
      edition: "gamewright",
      bot: 60_000,
    });
  });
});

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
      "5 minutes for the game, plus 5 seconds per move",
    );
  });
});

describe("settings", () => {
  it("are all told to guests, each once", () => {
    const told = summary(OPEN).map(({ label }) => label);
    expect(new Set(told).size).toBe(told.length);
    for (const { label } of PLAIN) expect(told).toContain(label);
    expect(PLAIN.length).toBe(ROWS.length - 3);
  });

  it("are all offered to the host, score piles among the first", () => {
    expect(FRONT.map(({ name }) => name)).toEqual(["hints", "piles"]);
    for (const row of FRONT) expect(row.help).toBeTruthy();
    expect([...FRONT, ...FINER].map(({ name }) => name).sort()).toEqual(
      PLAIN.map(({ name }) => name).sort(),
    );
  });

  it("are told by what was chosen", () => {
    const now = { ...OPEN, settings: { ...OPEN.settings, piles: "down" as const } };
    expect(summary(now)).toContainEqual({
      label: "Other players' points",
      value: "Secret until the end",
    });
    expect(summary(now)).toContainEqual({ label: "Hints", value: "Yes" });
    expect(summary(now)).toContainEqual({
      label: "Bots think for",
      value: "one second",
    });
  });

  it("offer what is set, and every seat to start", () => {
    const row = (name: string) => PLAIN.filter((one) => one.name === name);
    for (const bot of row("bot"))
      expect(
        choices(bot, { ...OPEN, settings: { ...OPEN.settings, bot: 3000 } }).map(
          ({ value }) => value,
        ),
      ).toEqual([0, 1000, 2000, 3000, 4000]);
    for (const first of row("first"))
      expect(choices(first, OPEN).map(({ value }) => value)).toEqual([
        "random",
        1,
        2,
        3,
        4,
      ]);
  });
});

describe("rounds", () => {
  it("are as many as players start", () => {
    expect(roundsText({ starts: 2, players: 4 })).toContain("8");
  });
});

describe("games in progress", () => {
  const table = (name: string, more: Partial<MyTable>): MyTable => ({
    table: name,
    link: `/t/${name}`,
    phase: "playing",
    players: 2,
    seats: [],
    seat: 1,
    host: false,
    yours: false,
    time: 1,
    ...more,
  });

  it("are those that I play, what waits for me first", () => {
    const tables = [
      table("old", {}),
      table("open", { phase: "open" }),
      table("watched", { seat: null }),
      table("new", { time: 3 }),
      table("mine", { yours: true }),
      table("over", { phase: "over" }),
    ];
    expect(running(tables).map((one) => one.table)).toEqual(["mine", "new", "old"]);
  });
});
