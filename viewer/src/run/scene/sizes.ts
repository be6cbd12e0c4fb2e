// How thick links and joints are drawn that have no thickness of their own.
import { Vector3 } from 'three';
import type { Motion } from './motion';
import type { Scene } from './scene_data';

const thinPart = 1 / 70;    // half the thickness of a link, of the radius of the mechanism
const thinnest = 1 / 700;   // of it
const slender = 1 / 16;     // half the thickness of a link, of the length of links
const jointPart = 1.25;     // the radius of a joint, of half the thickness of links

export interface Sizes {
  /** Half the thickness of a link. */
  thin: number;
  /** The radius of a joint: hardly more, so that it does not hide links. */
  joint: number;
}

function linkLengths(scene: Scene, motion: Motion): number[] {
  const [a, b] = [new Vector3(), new Vector3()];
  const rods = scene.bodies.flatMap(({ solids }) => solids).filter(({ type }) => type === 'rod')
    .map(({ points }) => a.set(...points[0]!).distanceTo(b.set(...points[1]!)));
  motion.set(scene.placeTimes[0] ?? 0);
  const lines = scene.lines.filter(({ kind }) => kind === 'rod').flatMap(({ points }) => (
    points.slice(1).map((point, i) => motion.place(points[i]!, a).distanceTo(motion.place(point, b)))));
  return [...rods, ...lines].filter((length) => length > 0).sort((x, y) => x - y);
}

/** Where links are short, as in a chain, they and their joints are thin. */
export function sizes(scene: Scene, motion: Motion, radius: number): Sizes {
  const lengths = linkLengths(scene, motion);
  const median = lengths[lengths.length >> 1] ?? Infinity;
  const thin = Math.max(Math.min(radius * thinPart, median * slender), radius * thinnest);
  return { thin, joint: jointPart * thin };
}
