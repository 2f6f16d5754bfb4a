/** Which screen the address asks for. */
import { SPOKEN } from "./mine";
import type { Edition } from "./protocol";

export type Route =
  | { screen: "home" }
  | { screen: "table"; table: string }
  | { screen: "spoken"; code: string; then: "t" | "tv" }
  | { screen: "tv"; table: string }
  | { screen: "replay"; table: string; game: number; at: number; eyes: string }
  | { screen: "file" }
  | { screen: "rules"; edition: Edition }
  | { screen: "learn" }
  | { screen: "gallery" }
  | { screen: "nowhere" };

export function routeOf(url: URL): Route {
  const [first = "", second = "", third = "", ...more] = url.pathname
    .split("/")
    .filter((part) => part !== "");
  if (more.length > 0) return { screen: "nowhere" };
  const words = [first, second, third].filter((part) => part !== "").length;
  if (words === 0) return { screen: "home" };
  if (first === "t" && words === 2) return { screen: "table", table: second };
  if (first === "r" && words === 1) return { screen: "file" };
  if (first === "r" && /^[1-9]\d{0,3}$/.test(third || "1")) {
    const at = Number(url.searchParams.get("at") ?? "0");
    return {
      screen: "replay",
      table: second,
      game: Number(third || "1"),
      at: Number.isSafeInteger(at) && at >= 0 ? at : 0,
      eyes: url.searchParams.get("eyes") ?? "",
    };
  }
  if (first === "rules" && words === 1)
    return {
      screen: first,
      edition: url.searchParams.get("edition") === "schmidt" ? "schmidt" : "gamewright",
    };
  if (words === 1 && (first === "learn" || first === "gallery"))
    return { screen: first };
  if (words === 1 && SPOKEN.test(first))
    return { screen: "spoken", code: first, then: "t" };
  if (first === "tv" && words === 2)
    return SPOKEN.test(second)
      ? { screen: "spoken", code: second, then: "tv" }
      : { screen: "tv", table: second };
  return { screen: "nowhere" };
}

class Router {
  route: Route = $state(routeOf(new URL(location.href)));
  /** A screen that is not to be left without a question: it is handed the way
   * out, and calls it when the person agrees. */
  ask: ((leave: () => void) => void) | null = null;
  /** The address of what is on screen. */
  #here = location.href;

  constructor() {
    addEventListener("popstate", () => this.#moved());
  }

  /** The browser's Back and Forward have gone there already. To stay, what is on
   * screen becomes the newest entry; then the way out is one back. */
  #moved(): void {
    const { ask } = this;
    if (!ask) {
      this.#read();
      return;
    }
    history.pushState(null, "", this.#here);
    ask(() => {
      this.ask = null;
      history.back();
    });
  }

  #read(): void {
    this.#here = location.href;
    this.route = routeOf(new URL(location.href));
  }

  go(path: string): void {
    const { ask } = this;
    if (ask) {
      ask(() => {
        this.ask = null;
        this.go(path);
      });
      return;
    }
    history.pushState(null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Another address for what is on screen already. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.#read();
  }

  /** For `onclick` of a link: stays on this page unless a new tab is wanted. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };
}

export const router = new Router();
