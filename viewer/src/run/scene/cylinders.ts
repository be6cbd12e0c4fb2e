// How long the tubes of cylinders are: they hold their rods at all times.
import type { Motion } from './motion';
import type { SceneLine } from './scene_data';

const tubePart = 0.7;  // of the shortest distance of the ends

export function tubeLength(line: SceneLine, motion: Motion): number {
  const paths = motion.paths(line.points.slice(0, 2));
  let least = Infinity;
  for (let i = 0; i + 5 < paths.length; i += 6)
    least = Math.min(least, Math.hypot(paths[i + 3]! - paths[i]!, paths[i + 4]! - paths[i + 1]!,
                                       paths[i + 5]! - paths[i + 2]!));
  return tubePart * least;
}
