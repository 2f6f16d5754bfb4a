import { describe, expect, it } from "vitest";
import type { Answer, Hint, Moves, TryResult } from "$lib/protocol";
import type { TableSource } from "$lib/table.svelte";
import { Choice } from "./choice.svelte";

const tray = [
  { die: "L1", id: 3 },
  { die: "D5", id: 8 },
];
const moves: Moves = {
  take: ["D5"],
  play: [
    {
      place: 5,
      action: "shift L 2",
      shape: "face",
      form: "play shift {die} {other}",
      targets: [{ die: "L1", others: ["L3"] }],
    },
    { place: 4, action: "", rule: "ACTION_HAS_NO_TARGET" },
  ],
};

function setUp(refusal?: string, confirms = false) {
  const sent: string[] = [];
  const complaints: string[] = [];
  const tries: ((found: TryResult) => void)[] = [];
  const hints: ((found: Hint[]) => void)[] = [];
  const answer: Answer = refusal ? { re: "1", error: refusal } : { re: "1", ok: true };
  const source = {
    busy: false,
    state: { game: { moves: moves as Moves | null } },
    send: (move: string) => {
      sent.push(move);
      return Promise.resolve(answer);
    },
    undo: () => {
      sent.push("undo");
      return Promise.resolve(answer);
    },
    tryMove: () => new Promise<TryResult>((resolve) => tries.push(resolve)),
    hint: () => new Promise<Hint[]>((resolve) => hints.push(resolve)),
  };
  const choice = new Choice({
    source: () => source as unknown as TableSource,
    moves: () => moves,
    edition: () => "gamewright",
    tray: () => tray,
    own: () => [],
    complain: (text) => complaints.push(text),
    confirms: () => confirms,
  });
  return { choice, source, sent, complaints, tries, hints };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("taking a die", () => {
  it("takes at the second touch", async () => {
    const { choice, sent } = setUp();
    choice.pick("D5", 8);
    expect(choice.selected).toEqual({ die: "D5", id: 8 });
    expect(sent).toEqual([]);
    choice.pick("D5", 8);
    await settle();
    expect(sent).toEqual(["take D5"]);
  });

  it("does not choose what can't be taken", () => {
    const { choice } = setUp();
    choice.pick("L1", 3);
    expect(choice.selected).toBeNull();
  });

  it("sends nothing while a move is on its way", async () => {
    const { choice, source, sent } = setUp();
    choice.pick("D5", 8);
    source.busy = true;
    choice.pick("D5", 8);
    await choice.send("pass");
    await choice.undo();
    expect(sent).toEqual([]);
  });

  it("can be chosen before the last move's answer has come", async () => {
    const { choice, source, sent } = setUp();
    source.busy = true;
    choice.pick("D5", 8);
    expect(choice.selected).toEqual({ die: "D5", id: 8 });
    source.busy = false;
    await choice.commit();
    expect(sent).toEqual(["take D5"]);
  });

  it("says why it was refused, and lets go", async () => {
    const { choice, complaints } = setUp("stale");
    choice.pick("D5", 8);
    await choice.commit();
    expect(complaints).toHaveLength(1);
    expect(choice.selected).toBeNull();
  });

  it("says nothing of it where nothing is left to decide", async () => {
    for (const error of ["stale", "not-playing"]) {
      const { choice, source, complaints } = setUp(error);
      source.state = { game: { moves: null } };
      await choice.send("pass");
      expect(complaints).toEqual([]);
    }
    const other = setUp("not-saved");
    other.source.state = { game: { moves: null } };
    await other.choice.send("pass");
    expect(other.complaints).toHaveLength(1);
  });
});

describe("playing an action", () => {
  it("goes from the card to the move", async () => {
    const { choice, sent } = setUp();
    choice.open(5);
    expect(choice.move).toBeNull();
    choice.pick("L1", 3);
    expect(choice.move).toBe("play shift L1 L3");
    await choice.commit();
    expect(sent).toEqual(["play shift L1 L3"]);
  });

  it("drops a preview that comes too late", async () => {
    const { choice, tries } = setUp();
    choice.open(5);
    choice.pick("L1", 3);
    choice.escape();
    tries[0]?.({ legal: true, cost: 4 });
    await settle();
    expect(choice.preview).toBeNull();
    choice.open(5);
    choice.pick("L1", 3);
    tries[1]?.({ legal: true, cost: 4 });
    await settle();
    expect(choice.preview?.cost).toBe(4);
  });

  it("asks nothing about a die: what it does is known", () => {
    const { choice, tries } = setUp();
    choice.pick("D5", 8);
    expect(tries).toHaveLength(0);
  });

  it("looks at a card that can't be played, and closes it again", () => {
    const { choice } = setUp();
    choice.open(4);
    expect(choice.card).toBe(4);
    expect(choice.guide).toBeNull();
    choice.open(4);
    expect(choice.card).toBeNull();
  });

  it("gives up all at once", () => {
    const { choice } = setUp();
    choice.open(5);
    choice.pick("L1", 3);
    expect(choice.escape()).toBe(true);
    expect(choice.guide).toBeNull();
    expect(choice.escape()).toBe(false);
  });
});

describe("advice", () => {
  const hint = (move: string, about: Partial<Hint> = {}) =>
    ({ move, tray: [], own: [], cards: [], ...about }) as unknown as Hint;

  it("is chosen, but not played", () => {
    const { choice, sent } = setUp();
    choice.follow(hint("take D5", { tray: ["D5"] }));
    expect(choice.move).toBe("take D5");
    choice.follow(hint("play shift L1 L3", { place: 5, tray: ["L1"], face: "L3" }));
    expect(choice.move).toBe("play shift L1 L3");
    expect(sent).toEqual([]);
  });

  it("is forgotten if the table went on meanwhile", async () => {
    const { choice, hints } = setUp();
    void choice.ask();
    expect(choice.hints).toBe("asked");
    choice.forget();
    hints[0]?.([hint("pass")]);
    await settle();
    expect(choice.hints).toBeNull();
  });

  it("is the one that was asked for last", async () => {
    const { choice, hints } = setUp();
    void choice.ask();
    void choice.ask(); // away with it
    void choice.ask();
    hints[0]?.([hint("pass")]);
    await settle();
    expect(choice.hints).toBe("asked");
    hints[1]?.([hint("take D5")]);
    await settle();
    expect(choice.hints).toEqual([hint("take D5")]);
  });
});

describe("passing", () => {
  it("is done at once where nothing is to be confirmed", async () => {
    const { choice, sent } = setUp();
    await choice.pass();
    expect(sent).toEqual(["pass"]);
    expect(choice.passing).toBe(false);
  });

  it("asks first, and the second time is meant", async () => {
    const { choice, sent } = setUp(undefined, true);
    choice.pick("D5", 8);
    await choice.pass();
    expect(choice.passing).toBe(true);
    expect(choice.selected).toBeNull();
    expect(sent).toEqual([]);
    await choice.pass();
    expect(sent).toEqual(["pass"]);
    expect(choice.passing).toBe(false);
  });

  it("is given up by Escape, by another die and by whatever happens", async () => {
    const { choice, sent } = setUp(undefined, true);
    await choice.pass();
    expect(choice.escape()).toBe(true);
    expect(choice.escape()).toBe(false);
    await choice.pass();
    choice.pick("D5", 8);
    expect(choice.passing).toBe(false);
    await choice.pass();
    choice.forget();
    expect(choice.passing).toBe(false);
    expect(sent).toEqual([]);
  });
});
