/** Quaternions, as far as dice need them. The world: x to the right, y away from
 * the viewer, z up; right-handed. */

export type Quat = [w: number, x: number, y: number, z: number];
export type Vec = [x: number, y: number, z: number];

export function multiply(a: Quat, b: Quat): Quat {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function inverse(q: Quat): Quat {
  return [q[0], -q[1], -q[2], -q[3]];
}

export function normal(q: Quat): Quat {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) || 1;
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

export function about(axis: Vec, angle: number): Quat {
  const length = Math.hypot(axis[0], axis[1], axis[2]) || 1;
  const s = Math.sin(angle / 2) / length;
  return [Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s];
}

export function rotate(q: Quat, v: Vec): Vec {
  const m = matrix(q, new Float64Array(9));
  return [0, 3, 6].map((row) =>
    [0, 1, 2].reduce((sum, i) => sum + (m[row + i] ?? 0) * (v[i] ?? 0), 0),
  ) as Vec;
}

/** Row by row into `out`: the columns are where the body's axes point. */
export function matrix<T extends Float64Array>(q: ArrayLike<number>, out: T): T {
  const w = q[0] ?? 1;
  const x = q[1] ?? 0;
  const y = q[2] ?? 0;
  const z = q[3] ?? 0;
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
  return out;
}

/** From a to b the shorter way. */
export function between(a: Quat, b: Quat, share: number): Quat {
  let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, dot * sign);
  const angle = Math.acos(dot);
  const sin = Math.sin(angle);
  const from = sin < 1e-4 ? 1 - share : Math.sin((1 - share) * angle) / sin;
  const to = (sin < 1e-4 ? share : Math.sin(share * angle) / sin) * sign;
  return normal([
    a[0] * from + b[0] * to,
    a[1] * from + b[1] * to,
    a[2] * from + b[2] * to,
    a[3] * from + b[3] * to,
  ]);
}

/** The rotation whose rows are these three directions: it carries u to x, v to y
 * and n to z. */
export function fromRows(u: Vec, v: Vec, n: Vec): Quat {
  const trace = u[0] + v[1] + n[2];
  if (trace > 0) {
    const s = Math.sqrt(trace + 1) * 2;
    return [s / 4, (n[1] - v[2]) / s, (u[2] - n[0]) / s, (v[0] - u[1]) / s];
  }
  if (u[0] > v[1] && u[0] > n[2]) {
    const s = Math.sqrt(1 + u[0] - v[1] - n[2]) * 2;
    return [(n[1] - v[2]) / s, s / 4, (u[1] + v[0]) / s, (u[2] + n[0]) / s];
  }
  if (v[1] > n[2]) {
    const s = Math.sqrt(1 + v[1] - u[0] - n[2]) * 2;
    return [(u[2] - n[0]) / s, (u[1] + v[0]) / s, s / 4, (v[2] + n[1]) / s];
  }
  const s = Math.sqrt(1 + n[2] - u[0] - v[1]) * 2;
  return [(v[0] - u[1]) / s, (u[2] + n[0]) / s, (v[2] + n[1]) / s, s / 4];
}
