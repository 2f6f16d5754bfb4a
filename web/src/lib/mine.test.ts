import { afterEach, describe, expect, it, vi } from "vitest";
import { mineOf, publicTables, spokenOf, tableOf } from "./mine";

afterEach(() => vi.unstubAllGlobals());

describe("spokenOf", () => {
  it("reads a code as people type it", () => {
    for (const text of [
      "KMTRW",
      " kmtrw ",
      "k m t r w",
      "KM-TRW",
      "http://a:8080/KMTRW",
    ])
      expect(spokenOf(text), text).toBe("KMTRW");
  });

  it("takes nothing else for one", () => {
    for (const text of [
      "",
      "KMTR",
      "KMTRWW",
      "KMTR1",
      "http://a/t/KMTRW",
      "what is this?",
    ])
      expect(spokenOf(text), text).toBeNull();
  });
});

describe("tableOf", () => {
  const id = "ygrprkjp18036p85pky20zgx";

  it("finds the table in whatever people paste", () => {
    for (const text of [
      id,
      ` ${id}\n`,
      id.toUpperCase(),
      `/t/${id}`,
      `/t/${id.toUpperCase()}`,
      `http://192.168.1.20:8080/t/${id}`,
      `https://play.example/t/${id}?from=mail#x`,
      `Come and play with me: https://play.example/t/${id}.`,
    ])
      expect(tableOf(text), text).toBe(id);
  });

  it("takes nothing else for one", () => {
    for (const text of [
      "",
      "   ",
      "abc",
      "hello there",
      "/r/abcdefgh",
      "https://a.b/",
      "é".repeat(9),
    ])
      expect(tableOf(text), text).toBeNull();
  });
});

describe("lists", () => {
  it("are empty where the server says nothing", () => {
    expect(mineOf({ re: "1", ok: true })).toEqual({ tables: [], records: [] });
  });

  it("are not known where it does not answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("down")));
    expect(await publicTables()).toBeNull();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 503 })));
    expect(await publicTables()).toBeNull();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"tables":[]}')));
    expect(await publicTables()).toEqual([]);
  });
});
