import { expect, it } from "vitest";
import { drawOf } from "./draw";

it("reads what a move draws", () => {
  expect(drawOf("draw 3c 2a")).toEqual({ move: "draw 3c 2a", combos: 3, actions: 2 });
  expect(drawOf("draw 1a")).toEqual({ move: "draw 1a", combos: 0, actions: 1 });
  expect(drawOf("draw none")).toEqual({ move: "draw none", combos: 0, actions: 0 });
});
