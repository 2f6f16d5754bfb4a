// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { State, TryResult } from "$lib/protocol";
import LayEditor from "./LayEditor.svelte";
import { stillTable } from "./still";

vi.hoisted(() => {
  window.matchMedia = () =>
    ({
      matches: true, // no motion
      addEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  Element.prototype.animate = () =>
    ({ cancel: () => undefined, finished: Promise.resolve() }) as unknown as Animation;
});

const card = (place: number, colour: string) => ({
  place,
  kind: "combo",
  card: `c${place}`,
  text: `2 ${colour}? ${colour}?`,
  points: 2,
  slots: [1, 2].map(() => ({ colour, face: 0, die: null })),
  complete: false,
  missing: 2,
});

const state = {
  you: { seat: 1 },
  settings: { edition: "gamewright" },
  game: {
    players: [{ seat: 1, dice: ["D2", "D5"] }],
    hand: [card(1, "D"), card(2, "L")],
  },
} as unknown as State;

const BEST = {
  move: "lay 1:D2,D5",
  lay: [{ place: 1, dice: ["D2", "D5"] }],
  points: 2,
  chips: 0,
  net: 2,
};

function tryMove(move: string): Promise<TryResult> {
  if (move === BEST.move) return Promise.resolve({ legal: true, ...BEST });
  const none = { legal: true, lay: [], points: 0, chips: 2, net: -2 };
  return Promise.resolve(
    (move === "lay none" ? none : { legal: false }) as unknown as TryResult,
  );
}

let editor: ReturnType<typeof mount> | null = null;
afterEach(() => {
  if (editor) void unmount(editor);
});

const settled = () => new Promise((go) => setTimeout(go, 20));
const text = (what: string): string =>
  document.querySelector(what)?.textContent.replace(/\s+/g, " ").trim() ?? "";
const press = (what: string): void =>
  document.querySelector<HTMLElement>(what)?.click();

it("counts dice on an incomplete card as left over, and proposes what is better", async () => {
  editor = mount(LayEditor, {
    target: document.body,
    props: {
      source: { ...stillTable(state), tryMove },
      state,
      ways: [BEST] as never,
    },
  });
  await settled();
  expect(text(".rest .none")).toBe("none");
  expect(text("button.primary")).toBe("Lay these dice");

  press("[data-die]");
  await settled();
  press('[data-place="2"] .here');
  await settled();
  expect(text(".rest .none")).toBe("");
  expect(document.querySelectorAll(".rest .stray").length).toBe(2);
  expect(text("button.primary")).toBe("Back to the best: +2");
  expect(text("button.plain")).toBe("Lay nothing");
});
