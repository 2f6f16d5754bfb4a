import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LocalGame } from "$/wasm/engine";
import { testEngine } from "$/wasm/testing";
import { Lesson } from "./lesson.svelte";
import { STEPS } from "./script";

const engine = await testEngine();

/** What a reader does who follows the words, step by step. */
const FIRST_ROUND = [
  "take D3",
  "play shift L2 L4",
  "take L4",
  "take D4",
  "take D5",
  "take D6",
  "pass",
];

function begun(): Lesson {
  const lesson = new Lesson(engine, { name: "Anna", colour: "#2b6cb0" }, () => true);
  lesson.next();
  lesson.next();
  return lesson;
}

async function does(lesson: Lesson, move: string): Promise<void> {
  expect(await lesson.send(move), move).toMatchObject({ ok: true });
  // Left alone, Robo may take a dozen dice.
  do await vi.advanceTimersByTimeAsync(10_000);
  while (lesson.busy);
}

describe("the lesson", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("leads through a round as its words say", async () => {
    const lesson = begun();
    for (const move of FIRST_ROUND) {
      expect(lesson.step.only?.test(move), move).toBe(true);
      await does(lesson, move);
    }
    const best = lesson.state?.game?.moves?.lay?.[0];
    expect(best).toMatchObject({ points: 8, chips: 0 });
    await does(lesson, best?.move ?? "");
    await does(lesson, "keep");
    expect(lesson.step.free).toBe(true);
    expect(lesson.state?.game).toMatchObject({ round: 2, phase: "turn" });
    lesson.close();
  });

  it("offers what the step asks for, and nothing else", async () => {
    const lesson = begun();
    expect(lesson.state?.game?.moves).toMatchObject({ take: ["D3"], pass: false });
    expect(await lesson.send("pass")).toMatchObject({ error: "not-now" });
    expect(await lesson.send("take L1")).toMatchObject({ error: "not-now" });
    const at = lesson.at;
    lesson.next();
    expect(lesson.at).toBe(at);
    // Of what the action could do, only what makes the die that is wanted.
    expect(lesson.state?.game?.moves?.play).toEqual([]);
    await does(lesson, "take D3");
    const [option, ...others] = lesson.state?.game?.moves?.play ?? [];
    expect(others).toEqual([]);
    expect(option?.targets).toEqual([
      { die: "L2", others: ["L4"] },
      { die: "L6", others: ["L4"] },
    ]);
    lesson.close();
  });

  it("tells what happens, one thing after another", async () => {
    const lesson = new Lesson(engine, { name: "Anna", colour: "#2b6cb0" }, () => true);
    expect(lesson.state?.seats[0]?.colour).toBe("#2b6cb0");
    lesson.next();
    lesson.next();
    await vi.advanceTimersByTimeAsync(10_000);
    const { length } = lesson.log;
    await lesson.send("take D3");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lesson.busy).toBe(false);
    await lesson.send("play shift L2 L4");
    await lesson.send("take L4");
    expect(lesson.busy).toBe(true); // Robo thinks
    await vi.advanceTimersByTimeAsync(200);
    expect(lesson.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lesson.busy).toBe(false);
    const moves = lesson.log.slice(length).map(({ news }) => news.move);
    expect(moves).toEqual([
      "take D3",
      "take L3",
      "play shift L2 L4",
      "take L4",
      "take L2",
    ]);
    expect(lesson.shown?.position).toBe(lesson.state?.position);
    expect(await lesson.tryMove("take L3")).toMatchObject({ legal: false });
    expect(await lesson.tryMove("take D4")).toMatchObject({ legal: true });
    lesson.close();
  });

  it("comes to its end however the second round is played", async () => {
    for (const passes of [true, false]) {
      const lesson = begun();
      for (const move of FIRST_ROUND) await does(lesson, move);
      await does(lesson, lesson.state?.game?.moves?.lay?.[0]?.move ?? "");
      await does(lesson, "discard 1");
      for (let turns = 0; lesson.step.free; turns++) {
        expect(turns).toBeLessThan(60);
        const moves = lesson.state?.game?.moves;
        const die = moves?.take?.[0];
        if (moves?.lay) await does(lesson, moves.lay[0]?.move ?? "");
        else await does(lesson, passes || !die ? "pass" : `take ${die}`);
      }
      expect(lesson.at).toBe(STEPS.length - 1);
      expect(lesson.state?.phase).toBe("over");
      lesson.next(); // there is nothing after it
      expect(lesson.at).toBe(STEPS.length - 1);
      lesson.close();
    }
  });

  it("can be left at any time, while Robo thinks too", async () => {
    const made = vi.spyOn(engine, "newGame");
    const lesson = begun();
    const game = made.mock.results[0]?.value as LocalGame;
    made.mockRestore();
    const closed = vi.spyOn(game, "close");
    const asked = vi.spyOn(game, "waits");
    await lesson.send("take D3");
    const before = asked.mock.calls.length;
    lesson.close();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0); // nothing goes on behind the next screen
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });
});
