// @vitest-environment jsdom
/** Touches while dice are still in the air: the picture may lag behind the game. */
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Host from "./TrayHost.test.svelte";

// No canvas here: a throw that never comes to its end by itself, and whose frames
// are counted by hand.
const { frames } = vi.hoisted(() => ({ frames: [] as (() => void)[] }));
vi.mock("./tumble", async (original) => ({
  ...(await original<typeof import("./tumble")>()),
  Tumble: class {
    draw(): void {
      /* nobody looks */
    }
  },
  play: (...[, , , , between]: Parameters<typeof import("./tumble").play>) => {
    if (between) frames.push(between);
    return { stop: () => undefined };
  },
}));

let host: ReturnType<typeof mount>;
let set: (change: object) => void = () => undefined;
const onpick = vi.fn();
const ondone = vi.fn();

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
  document.body.replaceChildren();
  host = mount(Host, {
    target: document.body,
    props: {
      start: {
        dice: [],
        edition: "gamewright",
        name: "Tray",
        label: (die) => die,
        onpick,
        ondone,
      },
      ready: (change) => (set = change),
    },
  });
  flushSync();
});
afterEach(() => {
  void unmount(host);
  vi.restoreAllMocks();
  vi.clearAllMocks();
  frames.length = 0;
});

async function roll(dice: string[]): Promise<void> {
  set({ event: { kind: "roll", dice }, dice });
  flushSync();
  for (let i = 0; i < 5; i++) await tick();
  await new Promise(requestAnimationFrame);
}

function frame(): void {
  frames.at(-1)?.();
  flushSync();
}

const all = (what: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(what),
];
const isAloft = (): boolean =>
  all("[role=group]")[0]?.classList.contains("aloft") ?? false;
const TWELVE = ["L1", "L2", "L3", "L4", "L5", "L6", "D1", "D2", "D3", "D4", "D5", "R2"];

it("a die that can be taken is picked while the throw is still drawn", async () => {
  await roll(["L1", "D5", "R2"]);
  expect(isAloft()).toBe(true);
  const [die] = all("[aria-label=D5]");
  die?.click();
  expect(onpick).not.toHaveBeenCalled();

  set({ takeable: ["D5"] });
  flushSync();
  die?.click();
  flushSync();
  expect(onpick).toHaveBeenCalledTimes(1);
  expect(isAloft()).toBe(false);
  expect(ondone).toHaveBeenCalledTimes(1);
});

it("dice that tumble are made a few in a frame, first to be touched, then to be seen", async () => {
  await roll(TWELVE);
  const counts: [number, number][] = [];
  for (let i = 0; i < 24; i++) {
    counts.push([all("[data-die]").length, all("[data-die] svg").length]);
    frame();
  }
  const rise = counts.map(([buttons = 0, pictures = 0], i) => {
    const [before = 0, seen = 0] = counts[i - 1] ?? [];
    return [buttons - before, pictures - seen];
  });
  for (const [buttons = 0, pictures = 0] of rise) {
    expect(buttons).toBeLessThanOrEqual(4);
    expect(pictures).toBeLessThanOrEqual(buttons > 0 ? 0 : 1);
  }
  expect(counts[3]).toEqual(counts[0]); // the first frames have enough to do
  expect(counts.at(-1)).toEqual([12, 12]);
});

it("and all of them are there at once when somebody can't wait", async () => {
  await roll(TWELVE);
  set({ takeable: TWELVE });
  flushSync();
  all("[data-die]")[0]?.click();
  flushSync();
  expect(isAloft()).toBe(false);
  expect(all("[data-die]")).toHaveLength(12);
  expect(all("[data-die] svg")).toHaveLength(12);
});

it("who has the focus on a die keeps it on one when all are thrown again", async () => {
  await roll(["L1", "D5", "R2"]);
  all("[aria-label=D5]")[0]?.focus();
  await roll(TWELVE);
  expect(document.activeElement?.getAttribute("data-die")).toBeTruthy();
  expect(all("[data-die]")).toHaveLength(12);
});
