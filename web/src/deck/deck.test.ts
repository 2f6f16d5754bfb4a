// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isRefusal, type DeckRead, type Engine } from "$/wasm/engine";
import { testEngine } from "$/wasm/testing";
import { Draft } from "./draft.svelte";
import { COMBOS, LINES, type Example } from "./examples";
import { lineAt, placeAt } from "./lines";
import Printed from "./Printed.svelte";
import { sumMark } from "$/table/figures";
import { deckWarnings } from "./warnings";

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

function read(text: string, players = 2, freeHand = false): DeckRead {
  const deck = engine.readDeck(text, players, freeHand);
  if (isRefusal(deck)) throw new Error(deck.words);
  return deck;
}

describe("a deck that is being typed", () => {
  it("is read line by line, past all mistakes", () => {
    const deck = read("# mine\ncombo 3 D3 L4 x2\r\ncombo 3 D9\ncard\naction swap\n");
    expect(deck.combos).toBe(2);
    expect(deck.actions).toBe(1);
    expect(deck.cards).toMatchObject([
      { text: "3 D3 L4", points: 3, slots: [{ colour: "D" }, { face: 4 }], count: 2 },
      { text: "swap", count: 1 },
    ]);
    expect(deck.errors.map(({ line, column }) => [line, column])).toEqual([
      [3, 9],
      [4, 1],
    ]);
    expect(deck.errors[0]?.words).toContain("unknown face in 'D9'");
  });

  it("counts copies wherever they stand", () => {
    const { cards } = read("combo 1 L1\ncombo 1 D1\ncombo 1 L1 x3\naction cast");
    expect(cards.map(({ count }) => count)).toEqual([4, 1, 1]);
  });

  it("has no mistake exactly if a table takes it", () => {
    expect(read("combo 3 D3 L4").errors).toEqual([]);
    expect(read("action swap").errors[0]?.words).toContain("no combo in the deck");
    expect(read("combo 1 L1 x200\naction swap").errors[0]?.words).toContain("too many");
  });

  it("is bounded, and so is what is said of it", () => {
    const long = engine.readDeck("#".repeat(12_288), 2, false);
    expect(isRefusal(long) && long.words).toBe("the deck is too long");
    expect(read("x\n".repeat(6000)).errors.length).toBe(20);
    expect(isRefusal(engine.readDeck("combo 1 L1", 6, false))).toBe(true);
  });

  it("is told what the first hands lack", () => {
    const small = read("combo 3 D3 L4 x13\naction swap x4", 4);
    expect(small.missing).toEqual({ combos: 3, actions: 0 });
    expect(small.full_rounds).toBe(0);
    expect(read("combo 3 D3 L4 x13\naction swap x6", 4, true)).toMatchObject({
      missing: { cards: 1 },
      full_rounds: null,
    });
    expect(read("combo 3 D3 L4 x8\naction swap x2").full_rounds).toBe(1);
    expect(read("combo 3 D3 L4 x13\naction swap x2").full_rounds).toBe(3);
  });
});

describe("the legend", () => {
  it("shows lines that a table takes, as the reader of decks prints them", () => {
    const deck = read(LINES.map(({ line }) => line).join("\n"));
    expect(deck.errors).toEqual([]);
    expect(deck.cards).toMatchObject(LINES.map(({ card }) => card));
  });

  it("has every sort of combo and every sign", () => {
    const all = LINES.map(({ card }) => card);
    const slots = all.flatMap(({ slots }) => slots ?? []);
    expect(slots.some(({ colour }) => colour === "*")).toBe(true);
    expect(slots.some(({ face }) => face === 0)).toBe(true);
    const sums = all.flatMap(({ sum }) => sum ?? []);
    expect(new Set(sums.map((sum) => sumMark(sum)[0]))).toEqual(
      new Set([">", "<", "="]),
    );
    expect(new Set(sums.map(({ count }) => count > 0))).toEqual(new Set([true, false]));
  });
});

describe("a small deck", () => {
  const said = (text: string, players: number, rounds: number, free = false) =>
    deckWarnings(read(text, players, free), { players, rounds }).join(" ");

  it("says what is missing, and that hands stay short", () => {
    const words = said("combo 3 D3 L4 x13\naction swap", 4, 8);
    expect(words).toContain("The first hands of 4 players lack 3 combo cards.");
    expect(words).toContain("The first hands of 4 players lack 3 action cards.");
    expect(words).toContain("hands stay short until cards are discarded");
    expect(said("combo 3 D3 L4 x9", 2, 6, true)).toContain("lack one card.");
  });

  it("says when it will be used up", () => {
    const text = "combo 3 D3 L4 x12\naction swap x2";
    expect(said(text, 2, 6)).toMatch(/used up after 3 rounds/);
    expect(said(text, 2, 3)).toBe("");
  });
});

describe("a draft", () => {
  beforeEach(() => localStorage.clear());

  it("is there again with every letter", () => {
    new Draft().set({ text: "combo 3 D3 L" });
    new Draft().set({ name: "home" });
    expect(new Draft().now).toEqual({
      name: "home",
      text: "combo 3 D3 L",
      before: null,
    });
  });

  it("is not lost to a file", () => {
    const draft = new Draft();
    draft.replace("one", "box");
    expect(draft.now).toEqual({ name: "box", text: "one", before: null });
    draft.replace("two", "other");
    expect(new Draft().now).toEqual({ name: "box", text: "two", before: "one" });
  });

  it("survives nonsense in storage", () => {
    for (const kept of ["null", "[]", "{", '{"text":5}']) {
      localStorage.setItem("tioli-deck", kept);
      expect(new Draft().now.text).toBe("");
    }
  });
});

describe("a place in a text", () => {
  it("is found by line and byte", () => {
    const text = "# größe\ncombo 3 D9\n";
    expect(lineAt(text, 2)).toEqual({ start: 8, end: 18 });
    expect(placeAt(text, 2, 9)).toBe(16);
    expect(placeAt(text, 1, 8)).toBe(6); // after the ß
    expect(placeAt(text, 9, 1)).toBe(text.length);
  });
});

describe("a printed card", () => {
  it("is said, with its copies", () => {
    const target = document.createElement("div");
    const { card } = COMBOS[0] as Example;
    const printed = mount(Printed, {
      target,
      props: { card, edition: "gamewright", count: 2 },
    });
    flushSync();
    expect(target.querySelector(".unseen")?.textContent.replace(/\s+/g, " ")).toContain(
      "Combo card worth 3 points: a blue 3 and an orange 4. 2 copies.",
    );
    expect(target.textContent).toContain("×2");
    void unmount(printed);
  });
});
