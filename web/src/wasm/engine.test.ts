import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { EngineError, isRefusal } from "./engine";
import type { Engine, LocalGame, OpenRecord } from "./engine";
import { testEngine } from "./testing";

const golden = (name: string) => readFileSync(`../tests/golden/${name}.tioli`, "utf8");

let engine: Engine;

function opened(text: string): OpenRecord {
  const record = engine.openRecord(text);
  if (isRefusal(record)) throw new Error(record.words);
  return record;
}

function started(setup: Parameters<Engine["newGame"]>[0]): LocalGame {
  const game = engine.newGame(setup);
  if (isRefusal(game)) throw new Error(game.words);
  return game;
}

beforeAll(async () => {
  engine = await testEngine();
});

describe("a record", () => {
  it("shows each step to each seat", () => {
    const record = opened(golden("fair-two-players"));
    expect(record.about.names).toEqual(["Anna", "Ben"]);
    expect(record.state(0, 0).game?.phase).toBe("start");
    const dealt = record.about.steps.findIndex((step) => step.do === "roll") + 1;
    expect(record.news(dealt, 0).move).toMatch(/^roll /);
    const [onlooker, anna] = [record.state(dealt, 0), record.state(dealt, 1)];
    expect(onlooker.game?.hand).toBeUndefined();
    expect(anna.game?.hand?.length).toBe(5);
    expect(anna.you.seat).toBe(1);
    expect(record.hands(dealt).map((hand) => hand.length)).toEqual([5, 5]);
    expect(record.hands(dealt)[0]).toEqual(anna.game?.hand);
    expect(record.state(record.last, 0).phase).toBe("over");
    expect(() => record.state(record.last + 1, 0)).toThrow(EngineError);
    record.close();
    expect(() => record.state(0, 0)).toThrow(EngineError);
  });

  it("is fair, not fair, or can't be told", () => {
    const text = golden("fair-two-players");
    const record = opened(text);
    expect(record.verify()).toMatchObject({ fair: true, rolls: 3, deals: 4 });
    expect(record.verify({ commit: "0".repeat(64) })).toMatchObject({
      fair: false,
      code: "other-commit",
    });
    expect(record.verify({ bytes: ["0".repeat(64)] })).toMatchObject({
      fair: false,
      code: "bytes-missing",
    });
    record.close();
    const secret = /^secret (.)/m.exec(text)?.[1] ?? "";
    const other = opened(
      text.replace(/^secret ./m, `secret ${secret === "0" ? "1" : "0"}`),
    );
    expect(other.verify()).toMatchObject({
      fair: false,
      code: "other-secret",
      line: text.split("\n").length - 1,
    });
    other.close();
    const old = opened(golden("two-players"));
    expect(old.verify()).toMatchObject({
      fair: null,
      line: null,
      code: "no-commit",
    });
    old.close();
  });

  it("names the line that is wrong", () => {
    const lines = golden("two-players").split("\n");
    lines[40] = "nonsense";
    expect(engine.openRecord(lines.join("\n"))).toMatchObject({
      error: "bad-record",
      line: 41,
    });
    expect(engine.openRecord(new Uint8Array([255, 254, 0]))).toMatchObject({
      line: 1,
    });
  });
});

describe("a game", () => {
  it("is played by hand, by seed and by bots", () => {
    const game = started({
      seats: [{ name: "Zoë" }, { name: "Ben", bot: "easy" }],
      first: 1,
      starts: 1,
      free_hand: false,
      seed: 7,
    });
    expect(game.state(1).seats[0]).toMatchObject({ name: "Zoë", kind: "person" });
    expect(game.waits()).toEqual({ waits: "chance" });
    expect(game.chance("deal 1 c1 c2 c3 c4 a1")).toEqual({ ok: true });
    expect(game.chance("deal 1 c5 c6 c7 c8 a2")).toMatchObject({
      error: "illegal",
      rule: "DEAL_WRONG_SEAT",
    });
    expect(game.chance()).toEqual({ ok: true });
    expect(game.news(1).move).toBe("deal 2 c? c? c? c? a?");
    expect(game.chance()).toEqual({ ok: true });
    expect(game.waits()).toEqual({ waits: "seats", seats: [1] });
    const die = game.state(1).game?.moves?.take?.[0] ?? "";
    expect(game.try(1, `take ${die}`)).toMatchObject({ legal: true });
    expect(game.move(2, `take ${die}`)).toMatchObject({ rule: "NOT_YOUR_TURN" });
    expect(game.move(1, "grab")).toMatchObject({ error: "bad-move", column: 1 });
    expect(game.move(1, `take ${die}`)).toEqual({ ok: true });
    expect(game.bot(2)).toEqual({ ok: true });
    for (let i = 0; i < 1000; i += 1) {
      const next = game.waits();
      if (next.waits === "nothing") break;
      const seat = next.waits === "seats" ? (next.seats[0] ?? 0) : 0;
      expect(seat ? game.bot(seat, "normal") : game.chance()).toEqual({
        ok: true,
      });
    }
    expect(game.state(2).phase).toBe("over");
    game.close();
  });

  it("needs settings that can be had", () => {
    expect(engine.newGame({ seats: [{ name: "Anna" }] })).toMatchObject({
      error: "bad-setting",
    });
    expect(
      engine.newGame({ seats: [{ name: "A" }, { name: "B", bot: "nobody" }] }),
    ).toMatchObject({ error: "bad-setting", line: 2 });
  });
});
