// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { heard } from "./keys";

afterEach(() => document.body.replaceChildren());

function press(key: string, more: KeyboardEventInit = {}, on: Element = document.body) {
  let found: string | null = "nothing came";
  const hear = (pressed: KeyboardEvent) => (found = heard(pressed));
  window.addEventListener("keydown", hear);
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  window.removeEventListener("keydown", hear);
  return found;
}

function add(tag: string): Element {
  return document.body.appendChild(document.createElement(tag));
}

describe("keys of the table", () => {
  it("are letters of either case, and Escape", () => {
    expect(press("p")).toBe("p");
    expect(press("P", { shiftKey: true })).toBe("p");
    expect(press("?")).toBe("?");
    expect(press("Escape")).toBe("Escape");
  });

  it("are left to the browser with Ctrl, Alt or Meta", () => {
    expect(press("p", { ctrlKey: true })).toBeNull();
    expect(press("p", { altKey: true })).toBeNull();
    expect(press("p", { metaKey: true })).toBeNull();
  });

  it("belong to the field that is typed into", () => {
    expect(press("p", {}, add("input"))).toBeNull();
    expect(press("p", {}, add("textarea"))).toBeNull();
    expect(press("p", {}, add("select"))).toBeNull();
    const note = add("div");
    note.setAttribute("contenteditable", "");
    const inner = note.appendChild(document.createElement("b"));
    expect(press("p", {}, inner)).toBeNull();
    expect(press("p", {}, add("button"))).toBe("p");
  });

  it("are left to whoever has heard them before", () => {
    const menu = add("menu");
    menu.addEventListener("keydown", (event) => event.preventDefault());
    expect(press("Escape", { cancelable: true }, menu)).toBeNull();
  });

  it("belong to a dialog that is open", () => {
    const dialog = add("dialog");
    expect(press("Escape")).toBe("Escape");
    dialog.setAttribute("open", "");
    expect(press("Escape")).toBeNull();
  });
});
