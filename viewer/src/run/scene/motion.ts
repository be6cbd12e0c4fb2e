// The places of all frames at any moment.
import { Quaternion, Vector3 } from 'three';
import { indexAt } from '../run_data';
import { numbersOfPlace, type Scene, type ScenePoint } from './scene_data';

/** The two stored times around t, and how far t is from the first to the second. */
export function between(times: Float64Array, t: number): { low: number; high: number; part: number } {
  const low = indexAt(times, t);
  const high = Math.min(low + 1, times.length - 1);
  const length = times[high]! - times[low]!;
  return { low, high, part: length > 0 ? Math.min(Math.max((t - times[low]!) / length, 0), 1) : 0 };
}

export class Motion {
  readonly positions: Vector3[];
  readonly turns: Quaternion[];
  private readonly other = new Quaternion();

  constructor(private readonly scene: Scene) {
    this.positions = Array.from({ length: scene.frames }, () => new Vector3());
    this.turns = Array.from({ length: scene.frames }, () => new Quaternion());
  }

  /** Positions linear, turns along the shortest arc between the stored times. */
  set(t: number): void {
    const { low, high, part } = between(this.scene.placeTimes, t);
    const { places, frames } = this.scene;
    for (let k = 0; k < frames; ++k) {
      const a = (low * frames + k) * numbersOfPlace;
      const b = (high * frames + k) * numbersOfPlace;
      const mix = (i: number) => places[a + i]! + part * (places[b + i]! - places[a + i]!);
      this.positions[k]!.set(mix(0), mix(1), mix(2));
      this.turns[k]!.fromArray(places, a + 3).slerp(this.other.fromArray(places, b + 3), part);
    }
  }

  /** Where a point is now. */
  place(point: ScenePoint, out: Vector3): Vector3 {
    out.fromArray(point.at);
    if (point.frame < 0) return out;
    return out.applyQuaternion(this.turns[point.frame]!).add(this.positions[point.frame]!);
  }
}

/** A box that holds the mechanism at all times, more or less: its centre, half its edges, half its diagonal. */
export interface Extent { centre: Vector3; half: Vector3; radius: number }

/** Points whose motion tells the extent. */
function markedPoints(scene: Scene): ScenePoint[] {
  const points = [...scene.lines.flatMap((line) => line.points), ...scene.joints.map((joint) => joint.point)];
  for (const body of scene.bodies)
    for (const solid of body.solids) {
      const size = Math.max(...solid.size, 2 * solid.radius, solid.length) / 2;
      const corners = solid.points.length > 0 ? solid.points : [[-size, -size, 0], [size, size, 0]];
      for (const corner of corners)
        points.push({ frame: body.frame, at: [0, 1, 2].map((i) => corner[i]! + solid.at[i]!) as ScenePoint['at'] });
    }
  for (const mesh of scene.meshes) {
    const stride = 3 * Math.max(1, Math.floor(mesh.nodes.length / 300));
    for (let n = 0; n < mesh.nodes.length; n += stride)
      points.push({ frame: mesh.frame, at: [mesh.nodes[n]!, mesh.nodes[n + 1]!, mesh.nodes[n + 2]!] });
  }
  return points;
}

export function extent(scene: Scene, motion: Motion): Extent {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const at = new Vector3();
  const points = markedPoints(scene);
  const stride = Math.max(1, Math.floor(scene.placeTimes.length / 60));
  for (let i = 0; i < scene.placeTimes.length; i += stride) {
    motion.set(scene.placeTimes[i]!);
    for (const point of points) {
      motion.place(point, at);
      low.min(at);
      high.max(at);
    }
  }
  if (!Number.isFinite(low.x)) return { centre: new Vector3(), half: new Vector3(1, 1, 1), radius: 1 };
  const half = high.clone().sub(low).multiplyScalar(0.5);
  return { centre: low.add(high).multiplyScalar(0.5), half, radius: half.length() || 1 };
}
