/** The first throw would be the slowest: nothing of it has ever run. So a few small
 * ones are thrown where nobody sees them, while the browser has nothing to do. */
import type { Colour, Edition } from "$lib/protocol";
import { throwDice } from "./physics";
import { Tumble, type Stage } from "./tumble";

const THROWS = 8;
const DRAWN = 12;
const COLOURS: readonly Colour[] = ["L", "D", "R"];
let left = THROWS;

function once(
  canvas: HTMLCanvasElement,
  edition: Edition,
  stage: Stage,
  ratio: number,
): void {
  const faces = [1, 2, 3, 4, 5, 6];
  const { tracks, duration } = throwDice({ faces, radius: stage.felt, seed: left });
  const actors = tracks.map((track, i) => ({
    colour: COLOURS[i % COLOURS.length] ?? "L",
    track,
  }));
  const drawn = new Tumble(canvas, edition, actors, stage, ratio);
  for (let i = 0; i < DRAWN; i++) drawn.draw((duration * i) / DRAWN);
  drawn.clear();
}

/** What comes back calls it off: the canvas is needed. */
export function warmUp(
  canvas: HTMLCanvasElement,
  edition: Edition,
  stage: Stage,
  ratio: number,
): () => void {
  if (typeof requestIdleCallback !== "function") return () => undefined;
  let handle = 0;
  const next = (): void => {
    once(canvas, edition, stage, ratio);
    if (--left > 0) handle = requestIdleCallback(next);
  };
  left = Math.max(1, left); // this canvas is new, even if the program is not
  handle = requestIdleCallback(next);
  return () => cancelIdleCallback(handle);
}
