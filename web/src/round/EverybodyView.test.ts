// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Player, State } from "$lib/protocol";
import { stillTable } from "./still";
import RoundEnd from "./RoundEnd.svelte";

vi.hoisted(() => {
  window.scrollTo = () => undefined;
  window.matchMedia = () =>
    ({
      matches: false,
      addEventListener: () => undefined,
    }) as unknown as MediaQueryList;
});

const player = (seat: number, more: Partial<Player>): Player =>
  ({ seat, dice: [], combos: 4, actions: 1, answered: false, ...more }) as Player;

/** Anna has decided, Ben has not, Carla took nothing and is not asked. */
const seen = (seat: number | null): State =>
  ({
    phase: "playing",
    games: 1,
    position: 30,
    you: { seat, host: false, undo: false },
    settings: { edition: "gamewright" },
    seats: ["Anna", "Ben", "Carla"].map((name, i) => ({
      seat: i + 1,
      name,
      kind: "person",
      present: true,
    })),
    game: {
      round: 2,
      phase: "lay",
      deciders: [2],
      tray: [],
      history: [],
      players: [
        player(1, { dice: ["L1", "R6"], answered: true }),
        player(2, { dice: ["D5"] }),
        player(3, {}),
      ],
      hand: null,
      moves: null,
      answer: seat === 1 ? "lay" : null,
    },
  }) as unknown as State;

let end: ReturnType<typeof mount> | null = null;
afterEach(() => {
  if (end) void unmount(end);
  end = null;
});

function rows(state: State): string[] {
  end = mount(RoundEnd, {
    target: document.body,
    props: { source: stillTable(state) },
  });
  return [...document.querySelectorAll("li")].map((one) =>
    (one.textContent ?? "").replace(/\s+/g, " ").trim(),
  );
}

describe("while everybody lays dice", () => {
  it("an onlooker sees their dice, and who has decided", () => {
    const [anna = "", ben = "", ...more] = rows(seen(null));
    expect(anna).toContain("Anna");
    expect(anna).toContain("has decided");
    expect(anna).toContain("orange 1");
    expect(anna).toContain("red 6");
    expect(ben).toContain("Ben");
    expect(ben).toContain("deciding");
    expect(ben).toContain("blue 5");
    expect(more).toEqual([]);
  });

  it("who has decided sees for whom to wait", () => {
    rows(seen(1));
    expect(document.body.textContent).toContain("Waiting for Ben.");
    expect(document.body.textContent).not.toContain("blue 5");
  });
});
