// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { routeOf, router } from "./router.svelte";

// There is nothing to scroll here.
vi.stubGlobal("scrollTo", () => undefined);

const at = (path: string) => routeOf(new URL(path, "http://tioli.test"));

describe("routeOf", () => {
  it("knows the screens", () => {
    expect(at("/")).toEqual({ screen: "home" });
    expect(at("/t/abc")).toEqual({ screen: "table", table: "abc" });
    expect(at("/t/abc/")).toEqual({ screen: "table", table: "abc" });
    expect(at("/rules")).toEqual({ screen: "rules", edition: "gamewright" });
    expect(at("/rules?edition=schmidt")).toMatchObject({ edition: "schmidt" });
    expect(at("/rules?edition=x")).toMatchObject({ edition: "gamewright" });
    expect(at("/learn")).toEqual({ screen: "learn" });
    expect(at("/r")).toEqual({ screen: "file" });
    expect(at("/kmtrw")).toEqual({ screen: "spoken", code: "kmtrw", then: "t" });
    expect(at("/tv/KMTRW")).toEqual({ screen: "spoken", code: "KMTRW", then: "tv" });
    expect(at("/tv/abc")).toEqual({ screen: "tv", table: "abc" });
    expect(at("/apple")).toEqual({ screen: "nowhere" });
  });

  it("reads a moment of a replay", () => {
    const replay = { screen: "replay", table: "abc", game: 1, at: 0, eyes: "" };
    expect(at("/r/abc")).toEqual(replay);
    expect(at("/r/abc/2?at=17&eyes=3")).toEqual({
      ...replay,
      game: 2,
      at: 17,
      eyes: "3",
    });
  });

  it("takes a bad moment for the beginning", () => {
    for (const moment of ["-1", "x", "1.5", "1e400"])
      expect(at(`/r/abc/1?at=${moment}`)).toMatchObject({ at: 0 });
  });

  it("finds nothing elsewhere", () => {
    for (const path of [
      "/t",
      "/t/a/b",
      "/x",
      "/r/abc/0",
      "/r/abc/x",
      "/rules/1",
      "/a/b/c/d",
    ])
      expect(at(path)).toEqual({ screen: "nowhere" });
  });
});

describe("router", () => {
  it("goes, replaces, and follows the browser's own buttons", async () => {
    router.go("/rules");
    expect(router.route).toMatchObject({ screen: "rules" });
    router.replace("/learn");
    expect(location.pathname).toBe("/learn");
    router.go("/t/abc");
    const back = new Promise((resolve) =>
      addEventListener("popstate", resolve, { once: true }),
    );
    history.back();
    await back;
    expect(router.route).toEqual({ screen: "learn" });
  });

  it("asks where something would be lost, and then goes where it was to go", async () => {
    const moved = () =>
      new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    const asked = vi.fn<(leave: () => void) => void>();
    router.go("/rules");
    router.go("/learn");
    router.ask = asked;
    router.go("/t/abc");
    const back = moved();
    history.back();
    await back;
    expect(asked).toHaveBeenCalledTimes(2);
    expect(router.route).toEqual({ screen: "learn" });
    expect(location.pathname).toBe("/learn");
    const [[byLink], [byBack]] = asked.mock.calls as [[() => void], [() => void]];
    const gone = moved();
    byBack();
    await gone;
    expect(location.pathname).toBe("/rules");
    expect(router.route).toMatchObject({ screen: "rules" });
    router.ask = asked;
    byLink();
    expect(router.route).toEqual({ screen: "table", table: "abc" });
    expect(router.ask).toBeNull();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  function clicked(href: string, how: MouseEventInit = {}): boolean {
    const link = document.createElement("a");
    link.href = href;
    link.addEventListener("click", router.follow);
    // What the page leaves to the browser is not tried here.
    document.body.append(link);
    let ours = false;
    const after = (event: Event) => {
      ours = event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener("click", after, { once: true });
    link.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, ...how }),
    );
    link.remove();
    return ours;
  }

  it("follows links of this page, and leaves the rest to the browser", () => {
    expect(clicked("/t/xyz")).toBe(true);
    expect(router.route).toEqual({ screen: "table", table: "xyz" });
    expect(clicked("/", { ctrlKey: true })).toBe(false);
    expect(clicked("/", { button: 1 })).toBe(false);
    expect(clicked("http://elsewhere.test/")).toBe(false);
    expect(router.route).toEqual({ screen: "table", table: "xyz" });
  });
});
