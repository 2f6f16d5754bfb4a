import { describe, expect, it } from "vitest";
import type { Phrase } from "$/generated/phrases";
import type { News, State } from "./protocol";
import {
  actionOf,
  captionText,
  newsText,
  planText,
  readerOf,
  rollOf,
  soundOf,
} from "./tale";

const state = {
  you: { seat: 1 },
  settings: { edition: "gamewright" },
  seats: ["Anna", "Ben", "Cleo"].map((name, i) => ({ seat: i + 1, name })),
} as unknown as State;

const news = (...tale: Phrase[]): News => ({ event: "move", time: 0, tale });
const told = (...tale: Phrase[]) => newsText(state, news(...tale));

describe("what happened, in words", () => {
  it("speaks to the reader, and of others by their names", () => {
    expect(told(["TAKES", 1, "D5"])).toBe("You take a blue 5.");
    expect(told(["TAKES", 2, "L1"])).toBe("Ben takes an orange 1.");
    const box = { ...state, settings: { edition: "schmidt" } } as State;
    expect(newsText(box, news(["TAKES", 2, "L1"]))).toBe("Ben takes a white 1.");
  });

  it("fills every place of a sentence, and leaves out what is for pictures", () => {
    expect(told(["TURNS", 2, "D4", "D6", 2, "change D cost 2"])).toBe(
      "Ben plays an action and turns a blue 4 to 6, for 2 chips.",
    );
    expect(told(["ROUND", 1, 2, 6, ["L1", "D4"]])).toBe(
      "Round 2 of 6: you cast an orange 1 and a blue 4.",
    );
    expect(told(["BOT_SITS", 3, "Mia", "easy"])).toBe(
      "The bot Mia (Easy) takes a seat.",
    );
    expect(told(["BEGINS", null, 3, 6])).toBe(
      "The game starts: Anna, Ben and Cleo. Rounds: 6.",
    );
  });

  it("tells how a die landed, and what it turned to what", () => {
    expect(told(["LANDS", null, "D5"], ["MISSES", null])).toBe(
      "It comes to rest in the tray as a blue 5. It hits nothing.",
    );
    expect(
      told(
        ["LANDS", null, "D5"],
        ["HITS", null, "L3", "L4"],
        ["HITS_TOO", null, "R2", "R6"],
      ),
    ).toBe(
      "It comes to rest in the tray as a blue 5. It hits an orange 3, which rolls on to 4. It also hits a red 2, which rolls on to 6.",
    );
  });

  it("names all who keep or discard, and what", () => {
    const card = { card: "a1", text: "swap" };
    expect(told(["KEEPS", 1], ["DISCARDS_ACTION", 2, card], ["LATE", 3])).toBe(
      "You keep all cards. Ben discards an action (Swap two faces). Cleo's time is up: a bot has decided.",
    );
  });

  it("names a card by what it wants", () => {
    const card = { card: "c1", text: "4 D5 L? *6" };
    const slots = [
      { colour: "D", face: 5 },
      { colour: "L", face: 0 },
      { colour: "*", face: 6 },
    ] as const;
    expect(told(["DISCARDS_COMBO", 2, { ...card, slots: [...slots] }])).toBe(
      "Ben discards a combo (a blue 5, any orange die and any 6).",
    );
    const sum = { colour: "*", count: 3, low: 1, high: 8 } as const;
    expect(told(["DISCARDS_COMBO", 2, { ...card, sum }])).toBe(
      "Ben discards a combo (three dice that add up to less than 9).",
    );
  });

  it("lists what a round brought, and leaves out what is drawn", () => {
    expect(
      told(
        ["SCORED", null, 2],
        ["SCORE", 1, [4, 1]],
        ["LAID", null, ["D3"], { card: "c1", text: "4 D3" }, 4],
        ["SCORE", 2, [0, 2]],
        ["UNUSED", null, ["R1"], ["R1"]],
        ["TOOK_NONE", 3],
        ["TOTALS", null, [4, -2, 0]],
      ),
    ).toBe("Round 2 is scored: Anna: +3, Ben: −2 and Cleo took no dice.");
  });

  it("says why a move is advised", () => {
    const sum = { colour: "D", count: 2, low: 7, high: 7 } as const;
    expect(told(["COMPLETES", null, { card: "c2", text: "", sum }])).toBe(
      "It completes your combo (two blue dice that add up to exactly 7).",
    );
    expect(told(["DENIES", 3, "D5"])).toBe("It keeps a blue 5 from Cleo.");
  });

  it("says what is advised, as a heading", () => {
    const reader = readerOf(state);
    expect(planText(reader, [["PLAN_TAKE", null, "D5"]])).toBe("Take a blue 5");
    expect(planText(reader, [["PLAN_REROLL", null, ["D3", "D5", "D5"]]])).toBe(
      "Re-roll a blue 3 and two blue 5s",
    );
    expect(planText(reader, [["PLAN_DRAW", null, 2, 1]])).toBe(
      "Draw combos: 2, actions: 1",
    );
  });

  it("names who was sent away, whoever sits there now", () => {
    expect(told(["SENT_AWAY", 2, "Dora"])).toBe("The host has removed Dora.");
  });

  it("is nothing where there is nothing to tell", () => {
    expect(newsText(state, { event: "chance", time: 0 })).toBe("");
    expect(newsText(null, news(["PASSES", 2]))).toBe("Player 2 passes.");
  });
});

describe("what is drawn", () => {
  it("needs no list of dice in words", () => {
    const roll = news(["REROLLED", null, ["D3", "D4"], ["D1", "D6"]]);
    expect(captionText(state, roll)).toBe("The dice are cast.");
    expect(rollOf(roll)).toEqual(["D1", "D6"]);
    expect(rollOf(news(["TAKES", 1, "D5"]))).toBeNull();
    expect(captionText(state, news(["PASSES", 1]))).toBe("You pass.");
  });

  it("is the card of an action that was played", () => {
    expect(actionOf(news(["LATE", 2], ["CASTS", 2, "D5", "cast"]))).toBe("cast");
    expect(actionOf(news(["REROLLS", 2, ["D5"], "reroll D"]))).toBe("reroll D");
    expect(actionOf(news(["TAKES", 2, "D5"]))).toBeNull();
  });

  it("can be heard", () => {
    expect(soundOf(news(["LATE", 2], ["TAKES_SECOND", 2, "D5"]))).toBe("take");
    expect(soundOf(news(["ROUND", 1, 1, 6, ["L1"]]))).toBe("roll");
    expect(soundOf(news(["LANDS", null, "D5"]))).toBe("roll");
    expect(soundOf(news(["PASSES", 2]))).toBeNull();
    const scored = (chips: number) =>
      soundOf({
        ...news(["SCORED", null, 1]),
        scored: [{ points: 0, chips, net: -chips, laid: [] }],
      });
    expect([scored(0), scored(1)]).toEqual([null, "chip"]);
  });
});
