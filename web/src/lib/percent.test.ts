import { describe, expect, it } from "vitest";
import { percent } from "./i18n.svelte";

describe("a chance", () => {
  it.each([
    [0, "0%"],
    [0.0001, "<1%"],
    [0.0099, "<1%"],
    [0.01, "1%"],
    [0.354, "35%"],
    [0.99, "99%"],
    [0.9999, ">99%"],
    [1, "100%"],
  ])("of %s does not look surer than it is", (chance, text) => {
    expect(percent(chance)).toBe(text);
  });
});
