import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Request } from "./protocol";

const fake = vi.hoisted(() => ({
  hello: (answer: unknown): void => void answer,
  sent: [] as unknown[],
}));

vi.mock("./client", () => ({
  Client: class {
    constructor(_ways: unknown, hear: { hello: (answer: unknown) => void }) {
      fake.hello = hear.hello;
    }

    request(request: Request): Promise<Answer> {
      fake.sent.push(request);
      return Promise.resolve({ re: null });
    }
  },
}));

const { session } = await import("./session.svelte");
const colour = "#2b6cb0";

beforeEach(() => {
  session.name = "";
  fake.sent = [];
});

describe("the name that the server tells", () => {
  it("is ours if somebody chose it, whatever it is", () => {
    fake.hello({ name: "Guest 1234", colour });
    expect(session.name).toBe("Guest 1234");
    expect(fake.sent).toEqual([]);
  });

  it("is none if it was made up: then it is told a better one", () => {
    fake.hello({ name: "Somebody", colour, made_up: true });
    expect(session.name).not.toBe("");
    expect(session.name).not.toBe("Somebody");
    expect(fake.sent).toEqual([{ do: "me", name: session.name, colour }]);
  });

  it("is told again to a server that has forgotten it", () => {
    session.name = "Otter";
    fake.hello({ name: "Somebody", colour, made_up: true });
    expect(session.name).toBe("Otter");
    expect(fake.sent).toEqual([{ do: "me", name: "Otter", colour }]);
  });
});
