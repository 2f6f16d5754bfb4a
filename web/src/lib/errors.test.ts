import { describe, expect, it } from "vitest";
import header from "../../../include/tioli.h?raw";
import protocol from "../../../docs/protocol.md?raw";
import { errorText, ruleText } from "./words";

const FALLBACK = errorText({ error: "no such error" });
const RULE_FALLBACK = ruleText("NO_SUCH_RULE");

/** The codes of the table below a heading. */
function codes(): string[] {
  const part = protocol.split("\n## Errors\n")[1]?.split("\n## ")[0] ?? "";
  return [...part.matchAll(/^\| `([a-z-]+)` \|/gm)].map((found) => found[1] ?? "");
}

function rules(): string[] {
  const part = header.split("#define TIO_ERRORS(X)")[1]?.split("\n\n")[0] ?? "";
  return [...part.matchAll(/X\(([A-Z_]+),/g)].map((found) => found[1] ?? "");
}

describe("errorText", () => {
  it("has a sentence of its own for every code of the protocol", () => {
    expect(codes().length).toBeGreaterThan(35);
    for (const error of codes()) {
      const text = errorText({ error, rule: "PASSED", words: "line 3" });
      expect(text, error).not.toBe(FALLBACK);
      expect(text, error).toMatch(/^[A-Z].*[^.]\.$/);
    }
  });

  it("says what everybody else says for a code", () => {
    expect(errorText({ error: "not-open" })).toBe("The game has started.");
    expect(errorText({ error: "illegal", rule: "DIE_NOT_IN_TRAY" })).toBe(
      "That die is not in the tray.",
    );
  });

  it("says nothing where nothing is wrong", () => {
    expect(errorText({})).toBe("");
  });

  it("tells which setting is wrong", () => {
    const text = (field: string) => errorText({ error: "bad-setting", field });
    expect(text("settings.clock.base")).not.toBe(text("settings.players"));
    expect(text("settings.hints")).toMatch(/setting/);
  });

  it("names the dice as they look", () => {
    const swap = { error: "illegal", rule: "SWAP_NOT_PAIR" };
    expect(errorText(swap, "gamewright")).toMatch(/orange/);
    expect(errorText(swap, "schmidt")).toMatch(/white/);
  });
});

describe("ruleText", () => {
  it("has a sentence for every rule of the engine", () => {
    expect(rules().length).toBeGreaterThan(60);
    for (const rule of rules())
      if (rule !== "OK") expect(ruleText(rule), rule).not.toBe(RULE_FALLBACK);
  });
});
