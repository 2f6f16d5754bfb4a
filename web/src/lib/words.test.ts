import { describe, expect, it } from "vitest";
import type { News, State } from "./protocol";
import { newsText } from "./words";

const state = {
  you: { seat: 1 },
  settings: { edition: "gamewright" },
  seats: ["Anna", "Ben", "Cleo"].map((name, i) => ({ seat: i + 1, name })),
} as unknown as State;

const told = (news: Omit<News, "time">) => newsText(state, { time: 0, ...news });

describe("what happened, in words", () => {
  it("tells how a die landed, and what it turned from what to what", () => {
    const land = (move: string) => told({ event: "chance", move });
    expect(land("land D5")).toBe("The die lands: blue 5.");
    expect(land("land D5 L3:L4 D2:D6")).toBe(
      "The die lands: blue 5. It turns orange 3 into orange 4. It turns blue 2 into blue 6.",
    );
  });

  it("names all who keep their cards or draw", () => {
    const answers = (shown: News["shown"], by: NonNullable<News["by"]> = "person") =>
      told({
        event: "move",
        seat: 3,
        by,
        answered: true,
        move: shown?.at(-1)?.move ?? "",
        ...(shown && { shown }),
      });
    const all = (move: string) => [1, 2, 3].map((seat) => ({ seat, move }));
    expect(answers(all("keep"))).toBe(
      "You keep all cards. Ben keeps all cards. Cleo keeps all cards.",
    );
    expect(answers(all("draw 2c 1a"), "late")).toBe(
      "You draw. Ben draws. Time is up. Cleo draws.",
    );
    expect(
      answers([
        { seat: 1, move: "keep" },
        { seat: 2, move: "discard 5", card: "a1", text: "swap" },
      ]),
    ).toBe("You keep all cards. Ben discards: Swap.");
  });

  it("names who was sent away, whoever sits there now", () => {
    const kicked = { event: "stand", seat: 2, by: "kicked", name: "Dora" } as const;
    expect(told(kicked)).toBe("The host has sent Dora away.");
  });
});
