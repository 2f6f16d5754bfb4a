// @vitest-environment jsdom
import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { News, State } from "$lib/protocol";
import * as words from "$lib/tale";
import Host from "./LogHost.test.svelte";
import type Log from "./Log.svelte";

vi.mock("$lib/tale", async (load) => {
  const real = await load<typeof words>();
  return { ...real, newsText: vi.fn(real.newsText) };
});

type Props = ComponentProps<typeof Log>;

const stateAt = (position: number, ben = "Ben", me = 1): State =>
  ({
    position,
    you: { seat: me },
    settings: { edition: "gamewright" },
    seats: [
      { seat: 1, name: "Anna" },
      { seat: 2, name: ben },
    ],
    game: { round: 1 },
  }) as unknown as State;

const entry = (seq: number) => ({
  seq,
  news: {
    event: "move",
    seat: (seq % 2) + 1,
    tale: [["PASSES", (seq % 2) + 1]],
  } as News,
});

let host: ReturnType<typeof mount> | null = null;
afterEach(() => {
  if (host) void unmount(host);
  host = null;
});

function show(start: Props): (change: Partial<Props>) => void {
  let set: (change: Partial<Props>) => void = () => undefined;
  host = mount(Host, {
    target: document.body,
    props: { start, ready: (change: typeof set) => (set = change) },
  });
  flushSync();
  return (change) => {
    vi.mocked(words.newsText).mockClear();
    set(change);
    flushSync();
  };
}

const worded = () => vi.mocked(words.newsText).mock.calls.length;
const lines = () => [...document.querySelectorAll("li")].map((one) => one.textContent);

describe("the log", () => {
  const log = [1, 2, 3, 4, 5, 6].map(entry);

  it("words only what is new", () => {
    const set = show({ log, state: stateAt(6) });
    expect(lines()).toHaveLength(6);
    set({ state: stateAt(7) });
    expect(worded()).toBe(0);
    set({ log: [...log, entry(7)], state: stateAt(8) });
    expect(lines()).toHaveLength(7);
    expect(worded()).toBe(1);
  });

  it("words all anew where names or eyes are others", () => {
    const set = show({ log, state: stateAt(6) });
    set({ state: stateAt(6, "Bea") });
    expect(lines().join()).toContain("Bea");
    expect(lines().join()).not.toContain("Ben");
    set({ state: stateAt(6, "Bea", 2) });
    expect(lines().join()).toContain("Anna");
    expect(lines().join()).not.toContain("Bea");
  });

  it("keeps what is newest in sight when it gets smaller", () => {
    let resized = (): void => undefined;
    const disconnect = vi.fn();
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(call: () => void) {
          resized = call;
        }
        observe = vi.fn();
        disconnect = disconnect;
      },
    );
    show({ log, state: stateAt(6) });
    vi.unstubAllGlobals();
    const list = document.querySelector<HTMLElement>("[role=group]");
    if (!list) throw new Error("there is no log");
    Object.defineProperty(list, "scrollHeight", { value: 900 });
    Object.defineProperty(list, "clientHeight", { value: 300 });
    resized();
    expect(list.scrollTop).toBe(900);
    list.scrollTop = 200; // who reads further up stays there
    list.dispatchEvent(new Event("scroll"));
    resized();
    expect(list.scrollTop).toBe(200);
    if (host) void unmount(host);
    host = null;
    expect(disconnect).toHaveBeenCalledTimes(1);
  });
});
