import { describe, expect, it } from "vitest";
import { languageFor } from "./languages";

describe("the reader's language", () => {
  it("is the one that was chosen", () => {
    expect(languageFor("nl", ["de-AT", "en"])).toBe("nl");
  });

  it("is else the first of the browser's that we speak", () => {
    expect(languageFor("auto", ["pt-BR", "IT-ch", "en"])).toBe("it");
    expect(languageFor(undefined, ["es"])).toBe("es");
  });

  it("is else English, whatever is kept", () => {
    expect(languageFor("auto", ["pt", "fr"])).toBe("en");
    expect(languageFor(7, [])).toBe("en");
  });
});
