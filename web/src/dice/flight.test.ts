// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appear, fly, type Journey, type Place } from "./flight";

interface Shown {
  element: Element;
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
  end: () => void;
  cancel: () => void;
}

let shown: Shown[] = [];

beforeEach(() => {
  shown = [];
  document.body.innerHTML = '<button id="me"><i id="inner">5</i></button>';
  // There are no animations here: each waits until the test ends it.
  Element.prototype.animate = function (frames, timing) {
    const one = {
      element: this,
      frames: frames as Keyframe[],
      timing: timing as KeyframeAnimationOptions,
      end: (): void => undefined,
      cancel: (): void => undefined,
    };
    const finished = new Promise((resolve, reject) => {
      one.end = () => resolve(undefined);
      one.cancel = () => reject(new Error("cancelled"));
    });
    shown.push(one);
    return { finished } as unknown as Animation;
  };
});
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, "animate");
  vi.restoreAllMocks();
});

const me = (): Element => {
  const found = document.getElementById("me");
  if (!found) throw new Error("it is gone");
  return found;
};

const FROM: Place = { left: 100, top: 200, width: 40, height: 40 };
const TO: Place = { left: 500, top: 50, width: 20, height: 20 };

/** Where a frame puts the middle of the picture, and how large it is. */
function middle(frame: Keyframe | undefined, from: Place) {
  const text = String(frame?.["transform"]);
  const [x = 0, y = 0, , scale = 1] = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(
    Number,
  );
  return {
    x: from.left + x + (from.width * scale) / 2,
    y: from.top + y + (from.height * scale) / 2,
    width: from.width * scale,
  };
}

async function flown(journey: Partial<Journey> = {}): Promise<Shown> {
  void fly(me(), { from: FROM, to: TO, ...journey });
  await Promise.resolve();
  const one = shown.at(-1);
  if (!one) throw new Error("nothing flies");
  return one;
}

describe("a flight", () => {
  it.each([
    [FROM, TO],
    [TO, FROM],
    [FROM, FROM],
    [FROM, { left: 0, top: 900, width: 80, height: 120 }],
  ])("begins and ends where it must: %o to %o", async (from, to) => {
    const { frames } = await flown({ from, to });
    const [first, last] = [middle(frames[0], from), middle(frames.at(-1), from)];
    expect(first.x).toBeCloseTo(from.left + from.width / 2, 3);
    expect(first.y).toBeCloseTo(from.top + from.height / 2, 3);
    expect(first.width).toBeCloseTo(from.width, 3);
    expect(last.x).toBeCloseTo(to.left + to.width / 2, 3);
    expect(last.y).toBeCloseTo(to.top + to.height / 2, 3);
    expect(last.width).toBeCloseTo(
      from.width * Math.min(to.width / from.width, to.height / from.height),
      3,
    );
  });

  it("rises on its way as high as it is thrown", async () => {
    const to = { ...FROM, left: 600 };
    const { frames } = await flown({ to, arc: 70 });
    const heights = frames.map((frame) => middle(frame, FROM).y);
    const straight = FROM.top + FROM.height / 2;
    expect(straight - Math.min(...heights)).toBeCloseTo(70, 3);
    expect(Math.max(...heights)).toBeLessThanOrEqual(straight + 1e-6);
  });

  it.each([
    [100, 18],
    [2000, 90], // it stays on the screen
  ])("rises by itself, but not without end: %i px", async (way, high) => {
    const { frames } = await flown({ to: { ...FROM, left: FROM.left + way } });
    const heights = frames.map((frame) => middle(frame, FROM).y);
    const straight = FROM.top + FROM.height / 2;
    expect(straight - Math.min(...heights)).toBeCloseTo(high, 3);
  });

  it("begins at a place without a size, too", async () => {
    const { frames } = await flown({ from: { ...FROM, width: 0, height: 0 } });
    for (const { transform } of frames)
      expect(String(transform)).not.toMatch(/NaN|Infinity/);
  });

  it("shows a picture without names, out of everybody's way, until it is there", async () => {
    const { element, end } = await flown();
    expect(element.parentElement).toBe(document.body);
    expect(element.getAttribute("aria-hidden")).toBe("true");
    expect((element as HTMLElement).inert).toBe(true);
    expect((element as HTMLElement).style.pointerEvents).toBe("none");
    expect((element as HTMLElement).style.left).toBe("100px");
    expect(element.querySelectorAll("[id]")).toHaveLength(0);
    expect(document.querySelectorAll("#me, #inner")).toHaveLength(2);
    end();
    await vi.waitFor(() => expect(element.isConnected).toBe(false));
  });

  it("is over when it is cancelled, too", async () => {
    const flight = fly(me(), { from: FROM, to: TO });
    shown[0]?.cancel();
    await expect(flight).resolves.toBeUndefined();
    expect(shown[0]?.element.isConnected).toBe(false);
  });

  it("waits and lasts as it is told, and fades as far", async () => {
    const { frames, timing } = await flown({ ms: 300, delay: 50, fade: 0 });
    expect(timing).toMatchObject({ duration: 300, delay: 50 });
    expect(frames[0]?.opacity).toBe(1);
    expect(frames.at(-1)?.opacity).toBeCloseTo(0);
    expect((await flown()).frames.at(-1)?.opacity).toBe(1);
  });

  it("does not move for who wants it still", async () => {
    const { frames } = await flown({ reduced: true });
    expect(frames.some((frame) => "transform" in frame)).toBe(false);
  });

  it("is nothing where there are no animations", async () => {
    Reflect.deleteProperty(Element.prototype, "animate");
    await fly(me(), { from: FROM, to: TO });
    await appear(me());
    expect(document.body.children).toHaveLength(1);
  });
});

describe("what appears", () => {
  it("grows, or only fades in for who wants it still", async () => {
    void appear(me());
    void appear(me(), true);
    expect(shown[0]?.frames[0]).toHaveProperty("transform");
    expect(shown[0]?.frames.at(-1)).toMatchObject({ opacity: 1, transform: "none" });
    expect(shown[1]?.frames[0]).not.toHaveProperty("transform");
  });
});
