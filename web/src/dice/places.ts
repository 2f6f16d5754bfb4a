/** Where dice may lie: inside the rim, and far enough from each other for a
 * finger. Lengths are in edges of a die. */
import type { Random } from "./random";

/** A die at rest: the middle of its foot and its turn on the table. */
export interface Rest {
  x: number;
  y: number;
  angle: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Between the middles of two dice. A tray of 340 px for twenty dice makes it
 * more than 40 px. Cubes with rounded corners that are 1.3 apart never touch. */
export const SPACING = 1.34;
/** The rim rises nearer to the viewer, so that the free part of the felt lies a
 * little farther back. */
export const BACK = 0.1;
const MARGIN = 0.75;
/** A die hides part of what lies right behind it: that way they keep farther
 * apart. */
const DEPTH = 0.9;
/** Tighter and tighter, should there be no room left. */
const SPACINGS = [SPACING, 1.3, 1.22, 1.12, 1.05];

/** The felt's radius for so many dice: fewer dice, larger on screen. */
export function radiusFor(count: number): number {
  return Math.max(4.15, 5 * Math.sqrt(count / 20));
}

/** How far from (0, BACK) a die's middle may be. */
export function reachOf(radius: number): number {
  return radius - MARGIN;
}

function keepInside(point: Point, reach: number): void {
  const [dx, dy] = [point.x, point.y - BACK];
  const far = Math.hypot(dx, dy);
  if (far <= reach) return;
  point.x = (dx * reach) / far;
  point.y = BACK + (dy * reach) / far;
}

/** How far apart two dice look. */
export function apart(a: Point, b: Point): number {
  const dx = a.x - b.x;
  const dy = (a.y - b.y) * DEPTH;
  return Math.sqrt(dx * dx + dy * dy);
}

function crowded(point: Point, others: readonly Point[], spacing: number): boolean {
  return others.some(
    (other) => other !== point && apart(point, other) < spacing - 1e-6,
  );
}

/** Pushes the points off one another and off the fixed ones, a little each time. */
function relax(
  points: Point[],
  fixed: readonly Point[],
  reach: number,
  spacing: number,
): boolean {
  const aim = spacing * 1.004;
  const settled = (): boolean =>
    !points.some(
      (point) => crowded(point, points, spacing) || crowded(point, fixed, spacing),
    );
  for (let round = 0; round < 240; round++) {
    let calm = true;
    points.forEach((a, i) => {
      const push = (b: Point, share: number, both: boolean): void => {
        const [dx, dy] = [a.x - b.x, (a.y - b.y) * DEPTH];
        const distance = Math.hypot(dx, dy);
        if (distance >= spacing) return;
        calm = false;
        const [nx, ny] =
          distance > 1e-6
            ? [dx / distance, dy / distance]
            : [Math.cos(i + round), Math.sin(i + round)];
        const by = (aim - distance) * share;
        a.x += nx * by;
        a.y += (ny * by) / DEPTH;
        if (!both) return;
        b.x -= nx * by;
        b.y -= (ny * by) / DEPTH;
      };
      for (let j = i + 1; j < points.length; j++) {
        const b = points[j];
        if (b) push(b, 0.5, true);
      }
      for (const b of fixed) push(b, 1, false);
      keepInside(a, reach);
    });
    if (calm && settled()) return true;
  }
  return settled();
}

/** The free place nearest to a point, on rings around it. */
function nearestFree(
  from: Point,
  taken: readonly Point[],
  reach: number,
  spacing: number,
): Point | null {
  for (let ring = 0; ring <= 2 * reach; ring += 0.08) {
    const steps = Math.max(1, Math.round(ring * 40));
    for (let step = 0; step < steps; step++) {
      const angle = (step * 2 * Math.PI) / steps;
      const at = {
        x: from.x + ring * Math.cos(angle),
        y: from.y + ring * Math.sin(angle),
      };
      if (Math.hypot(at.x, at.y - BACK) > reach) continue;
      if (!crowded(at, taken, spacing)) return at;
    }
  }
  return null;
}

/** Moves the points as little as need be, so that all lie inside and apart.
 * The fixed ones stay. */
export function spread(
  wanted: readonly Point[],
  fixed: readonly Point[],
  radius: number,
): Point[] {
  const reach = reachOf(radius);
  for (const spacing of SPACINGS) {
    const points = wanted.map(({ x, y }) => ({ x, y }));
    if (relax(points, fixed, reach, spacing)) return points;
    const placed: Point[] = [];
    for (const point of points) {
      const free = nearestFree(point, [...fixed, ...placed], reach, spacing);
      if (!free) break;
      placed.push(free);
    }
    if (placed.length === wanted.length) return placed;
  }
  return wanted.map(({ x, y }) => ({ x, y }));
}

/** Places for dice that nobody saw fall. */
export function arrange(
  count: number,
  fixed: readonly Rest[],
  radius: number,
  random: Random,
): Rest[] {
  const reach = reachOf(radius);
  const wanted = Array.from({ length: count }, () => {
    const angle = random() * 2 * Math.PI;
    const far = Math.sqrt(random()) * reach;
    return { x: far * Math.cos(angle), y: BACK + far * Math.sin(angle) };
  });
  return spread(wanted, fixed, radius).map((point) => ({
    ...point,
    angle: (random() - 0.5) * 2 * Math.PI,
  }));
}
