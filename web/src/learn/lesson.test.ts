import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fitsOf, helpFor } from "$/table/fit";
import type { LocalGame } from "$/wasm/engine";
import { testEngine } from "$/wasm/testing";
import { Lesson } from "./lesson.svelte";
import { STEPS } from "./script";

const engine = await testEngine();

const ANNA = { name: "Anna", colour: "#2b6cb0", edition: "gamewright" } as const;

/** What a reader does who follows the words, step by step. */
const FIRST_ROUND = [
  "take D3",
  "play shift L2 L4",
  "take L4",
  "take D1",
  "take R1",
  "take D4",
  "take L2",
  "pass",
];

const open = (): Lesson => new Lesson(engine, ANNA, () => true);

function begun(): Lesson {
  const lesson = open();
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

/** At the first step of the second round. */
async function halfway(answer = "keep", round = FIRST_ROUND): Promise<Lesson> {
  const lesson = begun();
  for (const move of round) {
    expect(lesson.step.only).toContain(move);
    await does(lesson, move);
  }
  await does(lesson, lesson.state?.game?.moves?.lay?.[0]?.move ?? "");
  await does(lesson, answer);
  return lesson;
}

/** A card of the learner's, by its number in the deck. */
function held(lesson: Lesson, number: string) {
  const found = lesson.state?.game?.hand?.find(({ card }) => card === number);
  if (found?.kind !== "combo") throw new Error(`${number} is not in the hand`);
  return found;
}

describe("the lesson", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("leads through the first round as its words say", async () => {
    for (const [one, action] of [
      ["L1", "play shift L2 L4"],
      ["D1", "play shift L6 L4"],
    ] as const) {
      const round = [...FIRST_ROUND];
      round.splice(1, 1, action);
      round.splice(3, 1, `take ${one}`);
      const lesson = begun();
      for (const move of round) await does(lesson, move);
      const best = lesson.state?.game?.moves?.lay?.[0];
      expect(best).toMatchObject({ points: 7, chips: 1 });
      lesson.close();
    }
  });

  it("fills each card as it speaks of it", async () => {
    const lesson = begun();
    const complete = () =>
      (lesson.state?.game?.hand ?? []).flatMap((card) =>
        card.kind === "combo" && card.complete ? [card.card] : [],
      );
    const after: string[][] = [];
    for (const move of FIRST_ROUND) {
      await does(lesson, move);
      after.push(complete());
    }
    const [first, second, third] = [["c31"], ["c31", "c37"], ["c31", "c37", "c1"]];
    expect(after).toEqual([[], [], first, first, second, second, third, third]);
    lesson.close();
  });

  it("leaves only the red die where it praises it", async () => {
    for (const one of ["L1", "D1"]) {
      const lesson = begun();
      for (const move of [...FIRST_ROUND.slice(0, 3), `take ${one}`])
        await does(lesson, move);
      expect(lesson.state?.game?.tray.filter((die) => die.endsWith("1"))).toEqual([
        "R1",
      ]);
      expect(lesson.state?.game?.moves?.take).toEqual(["R1"]);
      lesson.close();
    }
  });

  it("counts to 13 with dice of any colour, whatever was discarded", async () => {
    for (const answer of ["keep", "discard 1"])
      for (const colours of ["LLL", "DDD", "LDL", "DLD"]) {
        const lesson = await halfway(answer);
        expect(lesson.state?.game).toMatchObject({ round: 2, phase: "turn" });
        expect(lesson.state?.game?.hand).toHaveLength(5);
        expect(lesson.spot(lesson.step)).toHaveLength(3);
        lesson.next();
        const counted: number[] = [];
        for (const [i, face] of [6, 4, 3].entries()) {
          await does(lesson, `take ${colours.charAt(i)}${face}`);
          counted.push(held(lesson, "c48").sum?.now ?? 0);
        }
        expect(counted, `${answer} ${colours}`).toEqual([6, 10, 13]);
        expect(held(lesson, "c48").complete).toBe(true);
        expect(lesson.step.free).toBe(true);
        lesson.close();
      }
  });

  it("speaks of what is in the hand, in the words of the edition", async () => {
    const lesson = await halfway();
    const said = () => lesson.step.text(lesson.words);
    expect(said()).toMatch(
      /any dice that add up to exactly 13.*any blue dice that add up to more than 12/,
    );
    lesson.next();
    for (const move of ["take D6", "take D4", "take D3"]) await does(lesson, move);
    expect(said()).toContain("three orange dice that add up to more than 11");
    lesson.close();
    const white = new Lesson(engine, { ...ANNA, edition: "schmidt" }, () => true);
    expect(white.state?.settings.edition).toBe("schmidt");
    const all = STEPS.map((step) => step.text(white.words)).join(" ");
    expect(all).toContain("a black 3 and a white 4");
    expect(all).toContain("any black die and any white die");
    expect(all).not.toMatch(/orange|blue/);
    white.close();
  });

  it("shows what the dice that may be taken would do, not what others would", async () => {
    const lesson = begun();
    const help = (die: string, number: string) =>
      helpFor(
        fitsOf(lesson.state?.game?.moves).get(die) ?? null,
        held(lesson, number).place,
      );
    expect(help("D3", "c31")).toMatchObject({ how: "nearer", dice: 1 });
    expect(help("D3", "c37")).toBeNull();
    lesson.close();
    const later = await halfway();
    later.next();
    for (const die of ["L6", "D6"])
      expect(
        helpFor(
          fitsOf(later.state?.game?.moves).get(die) ?? null,
          held(later, "c48").place,
        ),
      ).toMatchObject({ how: "nearer", pips: 6 });
    later.close();
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
    const lesson = open();
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
      "take L5",
      "play shift L2 L4",
      "take L4",
      "take L3",
    ]);
    expect(lesson.shown?.position).toBe(lesson.state?.position);
    expect(await lesson.tryMove("take L3")).toMatchObject({ legal: false });
    expect(await lesson.tryMove("take D4")).toMatchObject({ legal: true });
    lesson.close();
  });

  it("comes to its end however the second round is played", async () => {
    for (const passes of [true, false]) {
      const lesson = await halfway("discard 1");
      lesson.next();
      for (const move of ["take D6", "take L4", "take D3"]) await does(lesson, move);
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
