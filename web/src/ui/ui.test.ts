import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "$lib/announce.svelte";
import {
  CLOSE,
  coloured,
  contrast,
  difference,
  initialOf,
  inkOn,
  PLAYER_COLOURS,
  tintOf,
} from "./colours";
import { toast, toasts } from "./toast.svelte";

describe("colours", () => {
  it("can be read, whatever a player chose", () => {
    for (const colour of [
      ...PLAYER_COLOURS,
      "#ffffff",
      "#000000",
      "#ffff00",
      "#777777",
    ])
      expect(contrast(colour, inkOn(colour)), colour).toBeGreaterThanOrEqual(4.3);
  });

  /** The smallest difference between any two. */
  const closest = (colours: string[]): number =>
    Math.min(
      ...colours.flatMap((one, i) =>
        colours.slice(i + 1).map((other) => difference(one, other)),
      ),
    );

  it("tells five players apart, whatever they chose and whoever is a bot", () => {
    const chosen = [...PLAYER_COLOURS, "#3a7bd5", "#000000", "#ffffff", "odd"];
    let least = Infinity;
    for (let bots = 0; bots < 32; bots++)
      for (let at = 0; at < chosen.length ** 2; at += 5) {
        const [one, other] = [at % chosen.length, Math.floor(at / chosen.length)];
        const seats = [1, 2, 3, 4, 5].map((seat) => ({
          seat,
          kind: (bots >> (seat - 1)) & 1 ? "bot" : "person",
          colour: chosen[seat % 2 ? one : (other + seat) % chosen.length] ?? "",
        }));
        least = Math.min(least, closest(coloured(seats).map(({ colour }) => colour)));
      }
    expect(least).toBeGreaterThan(CLOSE);
  });

  it("lets the lower seat keep the colour that two have chosen", () => {
    const seats = ["#2b6cb0", "#2b6cb0", "#9b2c2c"].map((colour, i) => ({
      seat: i + 1,
      kind: "person",
      colour,
    }));
    const found = coloured(seats).map(({ colour }) => colour);
    expect([found[0], found[2]]).toEqual(["#2b6cb0", "#9b2c2c"]);
    expect(found[1]).not.toBe("#2b6cb0");
    expect(coloured([{ seat: 1, kind: "empty" }])).toEqual([
      { seat: 1, kind: "empty" },
    ]);
  });

  it("offers only colours with plain contrast", () => {
    for (const colour of PLAYER_COLOURS)
      expect(contrast(colour, inkOn(colour)), colour).toBeGreaterThanOrEqual(4.5);
  });

  it("takes what is no colour for grey", () => {
    expect(tintOf("red;}")).toBe(tintOf(undefined));
    expect(tintOf("#123456")).toBe("#123456");
  });

  it("shows a whole first letter", () => {
    expect(initialOf(" élise")).toBe("É");
    expect(initialOf("🦊 fox")).toBe("🦊");
    expect(initialOf("")).toBe("?");
  });
});

describe("toasts", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    for (const { id } of toasts.list) toasts.remove(id);
    vi.useRealTimers();
  });

  it("are said, and go away by themselves", () => {
    toast("Saved");
    expect(announcer.polite).toContain("Saved");
    expect(toasts.list).toHaveLength(1);
    vi.advanceTimersByTime(20_000);
    expect(toasts.list).toHaveLength(0);
  });

  it("stay while somebody points at them", () => {
    toast("Saved", "bad");
    expect(announcer.urgent).toContain("Saved");
    const id = toasts.list[0]?.id ?? 0;
    toasts.pause(id);
    vi.advanceTimersByTime(60_000);
    expect(toasts.list).toHaveLength(1);
    toasts.resume(id);
    vi.advanceTimersByTime(60_000);
    expect(toasts.list).toHaveLength(0);
  });

  it("do not pile up", () => {
    for (const text of ["a", "b", "c", "d", "d"]) toast(text);
    expect(toasts.list.map((one) => one.text)).toEqual(["b", "c", "d"]);
  });
});
