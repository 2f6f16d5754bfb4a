import { describe, expect, it } from "vitest";
import { restTurn, topOf } from "./look";
import {
  FROM_ME,
  castDie,
  poseAt,
  throwDice,
  turnOver,
  type Flight,
  type Pose,
  type Track,
} from "./physics";
import { BACK, SPACING, apart, arrange, radiusFor, reachOf, type Rest } from "./places";
import { seeded } from "./random";

const lastTurn = ({ frames }: Track): Float32Array =>
  frames.subarray(frames.length - 4);
const frameCount = ({ frames }: Track): number => frames.length / 7;

function facesOf(count: number, seed: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => 1 + Math.floor(random() * 6));
}

function expectAtRest(rests: Rest[], radius: number, spacing = SPACING): void {
  rests.forEach((a, i) => {
    expect(Math.hypot(a.x, a.y - BACK)).toBeLessThanOrEqual(reachOf(radius) + 1e-3);
    const nearest = Math.min(9, ...rests.slice(i + 1).map((b) => apart(a, b)));
    expect(nearest).toBeGreaterThanOrEqual(spacing - 1e-3);
  });
}

function expectShows(flight: Flight, faces: readonly number[]): void {
  flight.tracks.forEach((track, i) => {
    const { face, flat } = topOf(lastTurn(track));
    expect(face).toBe(faces[i]);
    expect(flat).toBeGreaterThan(0.9999);
  });
}

/** Its last picture is the one that a resting die has. */
function expectLandsOnRest({ tracks }: Flight): void {
  for (const track of tracks) {
    const { rest, face, frames } = track;
    const want = restTurn(face, rest.angle);
    const dot = want.reduce((sum, v, k) => sum + v * (lastTurn(track)[k] ?? 0), 0);
    expect(Math.abs(dot)).toBeGreaterThan(0.99999);
    const [x, y, z] = frames.subarray(frames.length - 7);
    expect(x).toBeCloseTo(rest.x, 4);
    expect(y).toBeCloseTo(rest.y, 4);
    expect(z).toBeCloseTo(0.5, 4);
  }
}

describe("a throw", () => {
  it.each([1, 2, 3, 4, 5, 6])("ends with %i on top when that was rolled", (face) => {
    for (let seed = 0; seed < 40; seed++) {
      const flight = throwDice({ faces: [face, face, face], radius: 5, seed });
      expectShows(flight, [face, face, face]);
    }
  });

  it.each([1, 4, 13, 16, 18, 20, 24])(
    "of %i dice is over in time, inside, apart",
    (n) => {
      const radius = radiusFor(n);
      for (let seed = 0; seed < 12; seed++) {
        const faces = facesOf(n, seed);
        const flight = throwDice({ faces, radius, seed });
        expect(flight.duration).toBeGreaterThanOrEqual(1.2);
        expect(flight.duration).toBeLessThanOrEqual(2);
        expectShows(flight, faces);
        expectLandsOnRest(flight);
        expectAtRest(
          flight.tracks.map(({ rest }) => rest),
          radius,
        );
      }
    },
  );

  it("is the same for the same seed, and another for another", () => {
    const given = { faces: facesOf(20, 1), radius: radiusFor(20), seed: 5 };
    const [a, b] = [throwDice(given), throwDice(given)];
    expect(a).toEqual(b);
    const other = throwDice({ ...given, seed: 6 });
    expect(other.tracks[0]?.rest).not.toEqual(a.tracks[0]?.rest);
  });

  it("comes from where the hand is", () => {
    for (const from of [FROM_ME, 0, Math.PI / 2, Math.PI]) {
      const { tracks } = throwDice({ faces: [3, 3, 3], radius: 5, seed: 2, from });
      for (const { frames } of tracks) {
        const out =
          (frames[0] ?? 0) * Math.cos(from) + (frames[1] ?? 0) * Math.sin(from);
        expect(out).toBeGreaterThan(4.5);
      }
    }
  });

  it("never sinks into the felt, leaves the tray once it is in, nor leaps", () => {
    let [lowest, farthest, leap] = [9, 0, 0];
    for (let seed = 0; seed < 8; seed++) {
      const flight = throwDice({ faces: facesOf(20, seed), radius: 5, seed });
      for (const { frames } of flight.tracks)
        for (let i = 7; i < frames.length; i += 7) {
          const at = (k: number): number => frames[i + k] ?? 0;
          const step = (k: number): number => at(k) - at(k - 7);
          lowest = Math.min(lowest, at(2));
          leap = Math.max(leap, Math.hypot(step(0), step(1), step(2)));
          if (i / 7 > 36) farthest = Math.max(farthest, Math.hypot(at(0), at(1)));
        }
    }
    expect(lowest).toBeGreaterThan(0.35);
    expect(farthest).toBeLessThan(5);
    expect(leap).toBeLessThan(0.75);
  });
});

describe("a re-roll", () => {
  it("finds free places and leaves the others alone", () => {
    const radius = radiusFor(20);
    for (let seed = 0; seed < 20; seed++) {
      const first = throwDice({ faces: facesOf(20, seed), radius, seed });
      const rests = first.tracks.map(({ rest }) => rest);
      const [up, fixed] = [rests.slice(0, 4), rests.slice(4)];
      const kept = structuredClone(fixed);
      const faces = facesOf(4, seed + 99);
      const flight = throwDice({ faces, radius, seed, fixed, starts: up });
      expect(fixed).toEqual(kept);
      expectShows(flight, faces);
      expectAtRest([...fixed, ...flight.tracks.map(({ rest }) => rest)], radius);
      expect(flight.tracks[0]?.frames[0]).toBeCloseTo(up[0]?.x ?? 0, 4);
    }
  });
});

describe("a cast die", () => {
  const radius = radiusFor(20);
  const random = seeded(3);
  const rests = arrange(15, [], radius, random);

  it.each([0, 1, 2, 3])("turns %i others to the faces that were rolled", (count) => {
    for (let seed = 0; seed < 15; seed++) {
      const hits = rests.slice(0, count).map((at, i) => ({
        at,
        before: 1 + ((seed + i) % 6),
        after: 1 + ((2 * seed + 3 * i) % 6),
      }));
      const fixed = rests.slice(count);
      const flight = castDie({ face: 4, hits, fixed, radius, seed });
      expectShows(flight, [4, ...hits.map(({ after }) => after)]);
      expectLandsOnRest(flight);
      expect(flight.duration).toBeLessThanOrEqual(1.45);
      expectAtRest([...fixed, ...flight.tracks.map(({ rest }) => rest)], radius, 1.05);
      hits.forEach(({ before, at }, i) => {
        const track = flight.tracks[i + 1];
        expect(topOf(track?.frames.subarray(3, 7) ?? []).face).toBe(before);
        expect(track?.frames[0]).toBeCloseTo(at.x, 4);
      });
    }
  });
});

describe("a die that is turned over", () => {
  it("stays in its place and ends with its new face", () => {
    const at = { x: 1, y: -2, angle: 0.7 };
    for (let before = 1; before <= 6; before++)
      for (let after = 1; after <= 6; after++) {
        const track = turnOver(at, before, after);
        expect(topOf(track.frames.subarray(3, 7)).face).toBe(before);
        expect(topOf(lastTurn(track)).face).toBe(after);
        expect(track.rest).toEqual(at);
        expectLandsOnRest({ duration: 1, tracks: [track] });
      }
  });
});

describe("poseAt", () => {
  it("goes from the first frame to the last and no farther", () => {
    const track = turnOver({ x: 1, y: 2, angle: 0 }, 1, 6);
    const pose: Pose = { x: 0, y: 0, z: 0, turn: new Float64Array(4) };
    poseAt(track, -1, pose);
    expect(topOf(pose.turn).face).toBe(1);
    poseAt(track, 99, pose);
    expect(topOf(pose.turn).face).toBe(6);
    expect(pose.z).toBeCloseTo(0.5);
    poseAt(track, 0.25, pose);
    expect(pose.z).toBeGreaterThan(1);
    expect(frameCount(track)).toBeGreaterThan(30);
  });

  it("knows a die that lies still by one frame", () => {
    const { frames, rest, face } = turnOver({ x: 1, y: 2, angle: 0 }, 3, 3);
    const pose: Pose = { x: 0, y: 0, z: 0, turn: new Float64Array(4) };
    poseAt({ frames: frames.slice(0, 7), rest, face }, 0.4, pose);
    expect([pose.x, pose.y, pose.z]).toEqual([1, 2, 0.5]);
    expect(topOf(pose.turn).face).toBe(3);
  });
});

describe("places", () => {
  it("leaves 40 px between twenty dice in a tray of 340 px", () => {
    const edge = 340 / (2 * 1.1236) / radiusFor(20);
    expect(SPACING * edge).toBeGreaterThan(40);
  });
});
