import { describe, expect, it, vi } from "vitest";
import type { Client } from "./client";
import type { Answer, State, TableMessage } from "./protocol";
import { LiveTable } from "./table.svelte";

function setUp() {
  let tell: (message: TableMessage) => void = () => undefined;
  const answers: ((answer: Answer) => void)[] = [];
  const asked: Record<string, unknown>[] = [];
  const client = {
    watch: (_: string, told: typeof tell) => (tell = told),
    unwatch: () => undefined,
    request: (message: Record<string, unknown>) => {
      asked.push(message);
      return new Promise<Answer>((settle) => answers.push(settle));
    },
  };
  const table = new LiveTable(client as unknown as Client, "abc", () => true);
  const state = (seq: number): void =>
    tell({
      table: "abc",
      seq,
      state: { position: seq, seats: [], game: { turn: 1 } } as unknown as State,
    });
  const answer = async (one: Partial<Answer>): Promise<void> => {
    answers.shift()?.({ re: "1", ...one });
    await new Promise((resolve) => setTimeout(resolve));
  };
  state(8);
  return { table, asked, state, answer, tell: (one: TableMessage) => tell(one) };
}

describe("a move", () => {
  it("is under way until what it brought about is here", async () => {
    const { table, asked, state, answer } = setUp();
    void table.send("take D5");
    expect(asked).toMatchObject([{ do: "move", move: "take D5", at: 8 }]);
    expect(table.busy).toBe(true);
    await answer({ ok: true, seq: 9 });
    expect(table.busy).toBe(true);
    state(9);
    expect(table.busy).toBe(false);
  });

  it("is over with its answer if the news was faster, as after a lost network", async () => {
    const { table, state, answer } = setUp();
    void table.send("take D5");
    state(9);
    expect(table.busy).toBe(true);
    await answer({ ok: true, seq: 9, again: true });
    expect(table.busy).toBe(false);
  });

  it("is over when it is refused", async () => {
    const { table, state, answer } = setUp();
    void table.send("take D5");
    await answer({ ok: true, seq: 9 });
    state(9);
    void table.undo();
    expect(table.busy).toBe(true);
    state(10);
    expect(table.busy).toBe(true);
    await answer({ error: "nothing-to-undo" });
    expect(table.busy).toBe(false);
  });
});

describe("somebody who is away", () => {
  it("is counted down from the state or from presence, until they are back", () => {
    const { table, tell } = setUp();
    const seats = [{ seat: 1 }, { seat: 2, present: false, grace: 40_000 }];
    tell({ table: "abc", seq: 9, state: { seats } as unknown as State });
    expect(table.away).toMatchObject([{ seat: 2, left: 40_000 }]);
    const presence = [
      { seat: 1, present: false, grace: 60_000 },
      { seat: 2, present: true },
    ];
    tell({ table: "abc", presence } as TableMessage);
    expect(table.away).toMatchObject([{ seat: 1, left: 60_000 }]);
    tell({ table: "abc", presence: [{ seat: 1, present: true }] } as TableMessage);
    expect(table.away).toEqual([]);
  });
});

describe("a reaction", () => {
  it("is heard for a while, the last one of each player", () => {
    vi.useFakeTimers();
    const { table, tell } = setUp();
    const say = (seat: number, reaction: string): void =>
      tell({ table: "abc", seat, reaction } as TableMessage);
    say(1, "bravo");
    say(1, "wow");
    say(2, "thanks");
    expect(table.said.map(({ seat, reaction }) => [seat, reaction])).toEqual([
      [1, "wow"],
      [2, "thanks"],
    ]);
    vi.advanceTimersByTime(5000);
    expect(table.said).toEqual([]);
    vi.useRealTimers();
  });
});

describe("what is asked of a table", () => {
  it("is what the protocol has: the compiler refuses the rest", () => {
    const { table, asked } = setUp();
    void table.ask("kick", { seat: 2 });
    void table.ask("stand");
    // @ts-expect-error there is no such request
    void table.ask("dance");
    // @ts-expect-error it needs a seat
    void table.ask("kick");
    // @ts-expect-error a seat is a number
    void table.ask("kick", { seat: "2" });
    // @ts-expect-error it has no such field
    void table.ask("kick", { seat: 2, move: "pass" });
    expect(asked.slice(0, 2)).toEqual([
      { do: "kick", table: "abc", seat: 2 },
      { do: "stand", table: "abc" },
    ]);
  });
});
