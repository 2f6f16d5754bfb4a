import { describe, expect, it } from "vitest";
import {
  byKind,
  diceOn,
  editorOf,
  inOrder,
  layText,
  moved,
  placesOf,
  sameLay,
} from "./editor";

const dice = ["L1", "L1", "D5", "R2"];

describe("the lay-out editor", () => {
  it("starts as a lay-out says, each die once", () => {
    const editor = editorOf(dice, [
      { place: 3, dice: ["D5", "L1"] },
      { place: 1, dice: ["L1"] },
    ]);
    expect(diceOn(editor, 3).map((one) => one.die)).toEqual(["L1", "D5"]);
    expect(diceOn(editor, 1).map((one) => one.die)).toEqual(["L1"]);
    expect(diceOn(editor, 0).map((one) => one.die)).toEqual(["R2"]);
  });

  it("writes the move in one way only", () => {
    const editor = editorOf(dice, [
      { place: 3, dice: ["D5", "R2", "L1"] },
      { place: 1, dice: ["L1"] },
    ]);
    expect(layText(editor, placesOf(editor))).toBe("lay 1:L1 3:L1,D5,R2");
    expect(layText(editor, [3])).toBe("lay 3:L1,D5,R2");
    expect(layText(editor, [3, 1])).toBe("lay 1:L1 3:L1,D5,R2");
    expect(layText(editor, [])).toBe("lay none");
    expect(layText(editor, [2])).toBe("lay none");
    const mixed = editorOf(
      ["R2", "D5", "L1"],
      [{ place: 2, dice: ["R2", "D5", "L1"] }],
    );
    expect(layText(mixed, [2])).toBe("lay 2:L1,D5,R2");
  });

  it("moves one of two equal dice", () => {
    const editor = editorOf(dice, []);
    const after = moved(editor, 1, 4);
    expect(layText(after, placesOf(after))).toBe("lay 4:L1");
    expect(diceOn(after, 0).map((one) => one.id)).toEqual([0, 2, 3]);
    expect(editor[1]?.place).toBe(0);
    expect(placesOf(moved(after, 1, 0))).toEqual([]);
  });

  it("knows the same lay-out by its dice, not by which of them", () => {
    const start = editorOf(dice, []);
    expect(sameLay(moved(start, 0, 2), moved(start, 1, 2))).toBe(true);
    expect(sameLay(moved(start, 0, 2), moved(start, 0, 3))).toBe(false);
    expect(sameLay(start, moved(start, 2, 1))).toBe(false);
  });

  it("puts dice into the order of a card's slots", () => {
    const editor = editorOf(dice, []);
    expect(inOrder(editor, ["R2", "L1", "D5"]).map((one) => one.id)).toEqual([
      3, 0, 2, 1,
    ]);
  });

  it("sorts light, dark, red", () => {
    expect(["R1", "D2", "L6", "D1", "L3"].sort(byKind)).toEqual([
      "L3",
      "L6",
      "D1",
      "D2",
      "R1",
    ]);
  });
});
