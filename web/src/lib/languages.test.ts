import { describe, expect, it } from "vitest";
import linguas from "../../../po/LINGUAS?raw";
import { LANGUAGES, languageFor, ownName } from "./languages";

describe("the languages", () => {
  it("are those of the catalogues, and English", () => {
    expect(LANGUAGES).toEqual(["en", ...linguas.trim().split(/\s+/)]);
  });

  it("have names of their own", () => {
    expect(["en", "de", "es"].map(ownName)).toEqual(["English", "Deutsch", "Español"]);
    expect(ownName("pl")).toBe("Polski");
  });
});

describe("the reader's language", () => {
  it("is the one that was chosen", () => {
    expect(languageFor("nl", ["de-AT", "en"])).toBe("nl");
  });

  it("is else the first of the browser's that we speak", () => {
    expect(languageFor("auto", ["xx-XX", "IT-ch", "en"])).toBe("it");
    expect(languageFor(undefined, ["es"])).toBe("es");
  });

  it("is else English, whatever is kept", () => {
    expect(languageFor("auto", ["xx", "zz"])).toBe("en");
    expect(languageFor(7, [])).toBe("en");
  });
});
