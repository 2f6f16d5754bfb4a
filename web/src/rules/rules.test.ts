// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import type { Edition } from "$lib/protocol";
import { editionHelp } from "./editions";
import Rules from "./Rules.svelte";

function shown(edition: Edition): HTMLElement {
  const target = document.createElement("div");
  const page = mount(Rules, { target, props: { edition } });
  flushSync();
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(page);
  return copy;
}

function rulesOf(edition: Edition): string {
  return shown(edition).textContent.replace(/\s+/g, " ");
}

describe("the rules", () => {
  it("are those of the table from which they were opened", () => {
    const schmidt = rulesOf("schmidt");
    expect(schmidt).toContain("Re-roll all the white dice in the tray.");
    expect(schmidt).toContain("up to four white or black dice");
    expect(schmidt).toContain("One per turn.");
    expect(schmidt).not.toMatch(/any of the (white|orange) dice|One per round\./);
    const gamewright = rulesOf("gamewright");
    expect(gamewright).toContain("Re-roll any of the orange dice in the tray.");
    expect(gamewright).toContain("One per round.");
  });

  it("have the table of dice and rounds that the documentation has", () => {
    const document = readFileSync("../docs/rules.md", "utf8");
    const documented = [...document.matchAll(/^\| [2-5] \|.*$/gm)].map(([row]) =>
      row.match(/\d+/g),
    );
    expect(documented.length).toBe(4);
    const rows = [...shown("gamewright").querySelectorAll(".setups tbody tr")].map(
      (row) => [...row.children].map((cell) => /\d+/.exec(cell.textContent)?.[0]),
    );
    expect(rows).toEqual(documented);
  });

  it("show every sort of combo, every sign, and say what each wants", () => {
    const combos = shown("gamewright").querySelector(".combos");
    const text = combos?.textContent.replace(/\s+/g, " ") ?? "";
    expect(combos?.children.length).toBe(6);
    for (const words of [
      "a blue 3 and an orange 4",
      "any 6",
      "two blue dice and any orange die",
      "any blue dice that add up to more than 12",
      "any dice that add up to exactly 13",
      "three dice that add up to less than 9",
    ])
      expect(text).toContain(words);
    for (const sign of ["> 12", "= 13", "< 9"]) expect(text).toContain(sign);
  });

  it("say what happens to piles, whose dice an action leaves alone, and what is ours", () => {
    const rules = rulesOf("gamewright");
    expect(rules).toContain("never dice that another player took");
    expect(rules).toContain("shuffled at once");
    expect(rules).toContain("your hand stays short and the game continues");
    expect(rules).toContain("Three differences from the booklets");
  });

  it("say which rules the edition changes, at the switch and rule by rule", () => {
    for (const edition of ["gamewright", "schmidt"] as const) {
      const page = shown(edition);
      const words = page.querySelector("fieldset p")?.textContent ?? "";
      expect(words).toBe(editionHelp(edition));
      expect(words).toContain("This changes rules, not only colours.");
      expect(page.querySelectorAll(".editions tbody tr").length).toBe(4);
    }
    expect(editionHelp("gamewright")).toMatch(/per round.*as you like.*red ones too/);
    expect(editionHelp("schmidt")).toMatch(/per turn.*all dice.*no red ones/);
  });
});
