// @vitest-environment jsdom
/** Touches while dice are still in the air: the picture may lag behind the game. */
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Host from "./TrayHost.test.svelte";

// No canvas here: a throw that never comes to its end by itself.
vi.mock("./tumble", async (original) => ({
  ...(await original<typeof import("./tumble")>()),
  Tumble: class {
    draw(): void {
      /* nobody looks */
    }
  },
  play: () => ({ stop: () => undefined }),
}));

let host: ReturnType<typeof mount>;

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
});
afterEach(() => {
  void unmount(host);
  vi.restoreAllMocks();
});

it("a die that can be taken is picked while the throw is still drawn", async () => {
  const onpick = vi.fn();
  const ondone = vi.fn();
  let set: (change: object) => void = () => undefined;
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
  const dice = ["L1", "D5", "R2"];
  set({ event: { kind: "roll", dice }, dice });
  flushSync();
  for (let i = 0; i < 5; i++) await tick();
  const tray = document.querySelector("[role=group]");
  expect(tray?.classList.contains("aloft")).toBe(true);
  const die = document.querySelector<HTMLElement>("[aria-label=D5]");
  die?.click();
  expect(onpick).not.toHaveBeenCalled();

  set({ takeable: ["D5"] });
  flushSync();
  die?.click();
  flushSync();
  expect(onpick).toHaveBeenCalledTimes(1);
  expect(tray?.classList.contains("aloft")).toBe(false);
  expect(ondone).toHaveBeenCalledTimes(1);
});
