/** Something on screen travels from one place to another: a picture of it flies,
 * so that the thing itself can already be where it belongs. */

export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Journey {
  from: Place;
  to: Place;
  /** Milliseconds. */
  ms?: number;
  delay?: number;
  /** No flying: it fades where it was. */
  reduced?: boolean;
  /** How high it is thrown on its way, in pixels; by itself, a share of the way. */
  arc?: number;
  /** Degrees that it turns on its way. */
  turn?: number;
  /** What is left of it at the end: 1 stays visible to the last. */
  fade?: number;
}

const FLY_MS = 460;
const FADE_MS = 160;

/** The picture lies above the page, out of everybody's way. */
function picture(element: Element, from: Place): HTMLElement {
  const holder = document.createElement("div");
  const copy = element.cloneNode(true) as Element;
  copy.removeAttribute("id");
  for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
  holder.append(copy);
  holder.setAttribute("aria-hidden", "true");
  holder.inert = true;
  Object.assign(holder.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    zIndex: "60",
    pointerEvents: "none",
    transformOrigin: "0 0",
    willChange: "transform, opacity",
  });
  if (copy instanceof HTMLElement || copy instanceof SVGElement)
    Object.assign(copy.style, { width: "100%", height: "100%", margin: "0" });
  return holder;
}

function keyframes(journey: Journey): Keyframe[] {
  const { from, to, turn = 0, fade = 1 } = journey;
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const size =
    from.width > 0 ? Math.min(to.width / from.width, to.height / from.height) : 1;
  const arc = journey.arc ?? Math.min(90, Math.hypot(dx, dy) * 0.18);
  const steps = 12;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    const eased = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    const up = 4 * eased * (1 - eased);
    const scale = 1 + (size - 1) * eased + 0.16 * up;
    const x = dx * eased + (from.width * (1 - scale)) / 2;
    const y = dy * eased - arc * up + (from.height * (1 - scale)) / 2;
    return {
      transform: `translate(${x}px, ${y}px) rotate(${turn * eased}deg) scale(${scale})`,
      opacity: t < 0.7 ? 1 : 1 + (fade - 1) * ((t - 0.7) / 0.3),
    };
  });
}

function finished(animation: Animation): Promise<void> {
  return animation.finished.then(
    () => undefined,
    () => undefined, // cancelled: the page moved on, which is an end too
  );
}

/** Sends a picture of `element` on its way; resolves when it has arrived. */
export async function fly(element: Element, journey: Journey): Promise<void> {
  if (typeof element.animate !== "function") return;
  const holder = picture(element, journey.from);
  document.body.append(holder);
  const animation = journey.reduced
    ? holder.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS })
    : holder.animate(keyframes(journey), {
        duration: journey.ms ?? FLY_MS,
        delay: journey.delay ?? 0,
        fill: "both",
      });
  await finished(animation);
  holder.remove();
}

/** Lets an element that has just come to be grow out of nothing. */
export async function appear(element: Element, reduced = false): Promise<void> {
  if (typeof element.animate !== "function") return;
  const from: Keyframe = reduced
    ? { opacity: 0 }
    : { opacity: 0, transform: "scale(0.6)" };
  const to: Keyframe = reduced ? { opacity: 1 } : { opacity: 1, transform: "none" };
  await finished(
    element.animate([from, to], {
      duration: reduced ? FADE_MS : 240,
      easing: "cubic-bezier(0.2, 0.75, 0.25, 1)",
    }),
  );
}
