import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actionHelp, actionName, actionPicture, actionShort } from "./actions";

/** Every kind that the engine's table has, as cards of either colour. */
const rows = readFileSync("../src/engine/actions.c", "utf8");
const cards = [...rows.matchAll(/\[TIO_\w+\] = +\{"([^"]+)"/g)]
  .map((row) => row[1] ?? "")
  .flatMap((card) => ["L", "D"].map((colour) => card.replace("C", colour)))
  .map((card) => card.replace("N", "1"));

describe("action cards", () => {
  it("are found in the engine's table", () => {
    expect(cards).toContain("change D cost 1");
    expect(cards.length).toBeGreaterThanOrEqual(16);
  });

  it.each([...new Set(cards)])("%s has words and a picture", (card) => {
    for (const edition of ["gamewright", "schmidt"] as const) {
      expect(actionName(edition, card)).not.toBe(card);
      expect(actionHelp(edition, card)).not.toBe("");
    }
    expect(actionShort(card)).not.toBe(card);
    expect(actionPicture(card).picture).not.toEqual([]);
  });

  it("show the card's colour and cost", () => {
    expect(actionName("gamewright", "shift L 2")).toBe("Shift an orange die by two");
    expect(actionHelp("schmidt", "reroll L")).toBe(
      "Re-roll all the white dice in the tray.",
    );
    expect(actionPicture("shift D 2").picture[0]).toEqual({ dice: ["D3"] });
    expect(actionPicture("change L cost 2").cost).toBe(2);
    expect(actionName("schmidt", "change D cost 2")).toBe(
      "Change a black die, for 2 chips",
    );
    expect(actionName("gamewright", "reroll R")).toBe("Re-roll red dice");
  });
});
