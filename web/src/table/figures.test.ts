import { describe, expect, it } from "vitest";
import type { News, State } from "$lib/protocol";
import {
  betweenGames,
  clockText,
  keepOrder,
  lastMoves,
  logByRound,
  ownDice,
  seatsAround,
  sumMark,
  sumProgress,
  worthReading,
} from "./figures";

const sum = (low: number, high: number | null, now: number) =>
  ({ colour: "D", count: 0, low, high, now }) as const;

function entries(...news: Partial<News>[]) {
  return news.map((one, i) => ({
    seq: i + 1,
    news: { event: "move", time: 0, ...one } as News,
  }));
}

const roll: Partial<News> = {
  event: "chance",
  tale: [["ROUND", 1, 1, 6, ["L1", "D2"]]],
};
const scored: Partial<News> = { event: "move", seat: 1, answered: true, scored: [] };

describe("seats", () => {
  const state = {
    seats: [1, 2, 3, 4].map((seat) => ({
      seat,
      kind: seat === 3 ? "empty" : "bot",
    })),
  } as unknown as State;
  it("go clockwise from mine", () => {
    expect(seatsAround(state, 2).map(({ seat }) => seat)).toEqual([4, 1]);
  });
  it("are all there for a guest", () => {
    expect(seatsAround(state, null).map(({ seat }) => seat)).toEqual([1, 2, 4]);
  });
});

describe("a sum", () => {
  it("is marked as on the card", () => {
    expect(sumMark(sum(13, null, 0))).toBe("> 12");
    expect(sumMark(sum(13, 13, 0))).toBe("= 13");
    expect(sumMark(sum(1, 8, 0))).toBe("< 9");
  });
  it("is short, within or over", () => {
    expect(sumProgress(sum(13, null, 5))).toEqual({ part: 5 / 13, state: "short" });
    expect(sumProgress(sum(13, null, 20))).toEqual({ part: 1, state: "within" });
    expect(sumProgress(sum(13, 13, 14))).toEqual({ part: 1, state: "over" });
    expect(sumProgress(sum(1, 8, 0))).toEqual({ part: 0, state: "short" });
    expect(sumProgress(sum(1, 8, 4))).toEqual({ part: 0.5, state: "within" });
  });
});

describe("my dice", () => {
  it("bear the chips that they cost, each once", () => {
    const layout = {
      points: 0,
      chips: 3,
      net: -3,
      lay: [],
      surplus: [
        { die: "D3", chips: 1 },
        { die: "R2", chips: 2 },
      ],
      red: 0,
    };
    expect(ownDice(["D3", "D3", "R2"], layout).map(({ chips }) => chips)).toEqual([
      1, 0, 2,
    ]);
  });
});

describe("last moves", () => {
  it("are those of this round, without what was taken back", () => {
    const log = entries(
      { seat: 2, move: "take L6" },
      scored,
      roll,
      { seat: 1, move: "take D3" },
      { seat: 2, move: "pass" },
      { seat: 1, move: "take D5" },
      { event: "undo", seat: 1 },
    );
    const last = lastMoves(log);
    expect(last.get(1)?.move).toBe("take D3");
    expect(last.get(2)?.move).toBe("pass");
    expect(lastMoves(log.slice(0, 3)).size).toBe(0);
  });

  it("go back together with the bots' answers", () => {
    const log = entries(
      roll,
      { seat: 1, move: "take D3" },
      { seat: 2, move: "take L1" },
      { seat: 1, move: "pass" },
      { seat: 2, move: "take L2" },
      { seat: 2, move: "pass" },
      { seat: 2, answered: true },
      { event: "undo", seat: 1, moves: 4 },
    );
    const last = lastMoves(log);
    expect(last.get(1)?.move).toBe("take D3");
    expect(last.get(2)?.move).toBe("take L1");
  });

  it("stay where only an answer is taken back", () => {
    const log = entries(
      { seat: 1, move: "pass" },
      { seat: 1, answered: true },
      { event: "undo", seat: 1 },
    );
    expect(lastMoves(log).get(1)?.move).toBe("pass");
  });
});

describe("the log", () => {
  it("is parted where a round's dice are cast", () => {
    const log = entries(
      { event: "sit", seat: 1 },
      { event: "start", seat: 1 },
      roll,
      { seat: 1, move: "play reroll D D2" },
      roll,
      scored,
      { seat: 1, answered: true },
      roll,
      { seat: 1, move: "pass" },
    );
    const groups = logByRound(log, 2);
    expect(groups.map(({ round }) => round)).toEqual([0, 1, 2]);
    expect(groups.map((group) => group.entries.length)).toEqual([1, 6, 2]);
  });
  it("counts back from the round that is on if it begins in the middle", () => {
    const log = entries({ seat: 1, move: "pass" }, scored, roll);
    expect(logByRound(log, 5).map(({ round }) => round)).toEqual([4, 5]);
  });
});

describe("a clock", () => {
  it("shows nothing left only when nothing is", () => {
    expect(clockText(1)).toBe("0:01");
    expect(clockText(0)).toBe("0:00");
    expect(clockText(65_000)).toBe("1:05");
    expect(clockText(3_600_000)).toBe("1:00:00");
    expect(clockText(-5)).toBe("0:00");
  });
});

describe("dice that somebody took", () => {
  it("stay in the order in which they came", () => {
    expect(keepOrder(["R2", "L1"], ["D3", "L1", "R2"])).toEqual(["R2", "L1", "D3"]);
    expect(keepOrder(["R2", "L1", "L1"], ["L1"])).toEqual(["L1"]);
    expect(keepOrder([], ["D3", "L1"])).toEqual(["D3", "L1"]);
  });
});

describe("between games", () => {
  const state = (games: number, tray: string[] | null) =>
    ({ games, position: 7, game: tray && { tray, players: [] } }) as unknown as State;
  it("shows an empty tray until the dice are cast", () => {
    const now = state(1, ["L1"]);
    expect(betweenGames(state(0, null), now)?.game?.tray).toEqual([]);
    expect(betweenGames(state(0, null), now)?.position).toBe(-1);
    expect(betweenGames(now, state(2, ["L1"]))?.game?.tray).toEqual([]);
    expect(betweenGames(now, now)).toBe(now);
    expect(betweenGames(null, null)).toBeNull();
  });
});

describe("what is worth reading", () => {
  it("tells once of settings that were changed at a stretch", () => {
    const set: Partial<News> = { event: "set" };
    const log = worthReading(entries(set, set, { event: "sit" }, set, set, set));
    expect(log.map(({ seq }) => seq)).toEqual([2, 3, 6]);
  });

  it("leaves out what changes nothing", () => {
    const set: Partial<News> = { event: "set" };
    const log = worthReading(entries(set, { event: "snapshot" }, set));
    expect(log.map(({ seq }) => seq)).toEqual([3]);
  });

  it("leaves out that somebody has decided, but not what came of it", () => {
    const log = worthReading(entries({ answered: true }, scored, { move: "pass" }));
    expect(log.map(({ seq }) => seq)).toEqual([2, 3]);
  });
});
