// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import type { Edition } from "$lib/protocol";
import Rules from "./Rules.svelte";

function rulesOf(edition: Edition): string {
  const target = document.createElement("div");
  const page = mount(Rules, { target, props: { edition } });
  flushSync();
  const text = target.textContent;
  void unmount(page);
  return text;
}

describe("the rules", () => {
  it("are those of the table from which they were opened", () => {
    const schmidt = rulesOf("schmidt");
    expect(schmidt).toContain("Roll all white dice in the tray again.");
    expect(schmidt).toContain("but no red ones");
    expect(schmidt).toContain("One per turn.");
    expect(schmidt).not.toMatch(/as many (white|orange) dice|One per round/);
    const gamewright = rulesOf("gamewright");
    expect(gamewright).toContain("Roll as many orange dice in the tray again");
    expect(gamewright).toContain("One per round.");
  });
});
