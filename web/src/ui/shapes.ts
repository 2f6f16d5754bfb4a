/** The shapes of seats, on a field of 40 by 40: circle, square, hexagon, drop and
 * shield. Colour is not all that tells players apart. */
export const SEAT_SHAPES = [
  "M20 1.5a18.5 18.5 0 1 1 0 37 18.5 18.5 0 0 1 0-37z",
  "M10 2.5h20a7.5 7.5 0 0 1 7.5 7.5v20a7.5 7.5 0 0 1-7.5 7.5H10A7.5 7.5 0 0 1 2.5 30V10A7.5 7.5 0 0 1 10 2.5z",
  "M17 2.2a6 6 0 0 1 6 0l11 6.3a6 6 0 0 1 3 5.2v12.6a6 6 0 0 1-3 5.2l-11 6.3a6 6 0 0 1-6 0L6 31.5a6 6 0 0 1-3-5.2V13.7a6 6 0 0 1 3-5.2z",
  "M20 2h14a4 4 0 0 1 4 4v14A18 18 0 1 1 20 2z",
  "M7 3h26a4 4 0 0 1 4 4v12c0 9.5-6.5 16-17 19C9.5 35 3 28.5 3 19V7a4 4 0 0 1 4-4z",
] as const;

export function seatShape(seat: number): string {
  return SEAT_SHAPES[(seat - 1) % SEAT_SHAPES.length] ?? SEAT_SHAPES[0];
}
