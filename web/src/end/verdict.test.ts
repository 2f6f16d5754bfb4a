import { describe, expect, it } from "vitest";
import { checkOf } from "./verdict";

describe("the verdict in words", () => {
  it("is a tick with figures", () => {
    const check = checkOf({
      fair: true,
      chances: 56,
      rolls: 24,
      deals: 31,
      contributed: [1],
    });
    expect(check.kind).toBe("fair");
    expect(check.text).toBe(
      "Fair: all dice and cards are what the commitment promised.",
    );
    expect(check.more).toEqual(["24 rolls were checked.", "31 deals were checked."]);
  });

  it("says when nobody added anything", () => {
    const verdict = {
      fair: true,
      chances: 2,
      rolls: 1,
      deals: 1,
      contributed: [],
    } as const;
    expect(checkOf({ ...verdict, contributed: [] }).more.at(-1)).toMatch(
      /^But no player/,
    );
  });

  it("names the first line that is wrong", () => {
    const check = checkOf({
      fair: false,
      line: 30,
      code: "other-chance",
      expected: "start 2",
      found: "start 1",
    });
    expect(check.kind).toBe("unfair");
    expect(check.text).toBe(
      "Not fair, line 30: the secret and the bytes give another result.",
    );
    expect(check.more).toEqual(["It should be: start 2", "It is: start 1"]);
  });

  it("does not claim what can't be told", () => {
    const check = checkOf({ fair: null, line: null, code: "no-secret" });
    expect(check.kind).toBe("unknown");
    expect(check.text).toBe("Not verifiable: the record does not reveal the secret.");
  });
});
