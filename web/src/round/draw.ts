/** "draw 3c 2a" taken apart. */
export function drawOf(move: string): {
  move: string;
  combos: number;
  actions: number;
} {
  const count = (letter: string) =>
    Number(new RegExp(`\\b(\\d+)${letter}\\b`).exec(move)?.[1] ?? "0");
  return { move, combos: count("c"), actions: count("a") };
}
