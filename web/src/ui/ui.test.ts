import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "$lib/announce.svelte";
import { contrast, initialOf, inkOn, PLAYER_COLOURS, tintOf } from "./colours";
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
