import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRefusal } from "$/wasm/engine";
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
  await vi.advanceTimersByTimeAsync(10_000);
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
      lesson.close();
    }
  });

  it("can be left at any time", () => {
    const lesson = begun();
    lesson.close();
    vi.advanceTimersByTime(10_000);
    const other = engine.newGame({ seats: [{ name: "A" }, { name: "B" }] });
    expect(isRefusal(other)).toBe(false);
    if (!isRefusal(other)) other.close();
  });
});
