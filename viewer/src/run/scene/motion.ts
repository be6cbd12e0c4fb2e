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

  constructor(readonly scene: Scene) {
    this.positions = Array.from({ length: scene.frames }, () => new Vector3());
    this.turns = Array.from({ length: scene.frames }, () => new Quaternion());
  }

  /** Positions linear, turns along the shortest arc between the stored times. */
  set(t: number): void {
    const { low, high, part } = between(this.scene.placeTimes, t);
    const { places, frames } = this.scene;
    for (let k = 0; k < frames; ++k) {
      const at = (i: number, time: number) => places[numbersOfPlace * k + i]![time]!;
      const mix = (i: number) => at(i, low) + part * (at(i, high) - at(i, low));
      this.positions[k]!.set(mix(0), mix(1), mix(2));
      this.turns[k]!.set(at(3, low), at(4, low), at(5, low), at(6, low));
      if (part > 0) this.turns[k]!.slerp(this.other.set(at(3, high), at(4, high), at(5, high), at(6, high)), part);
    }
  }

  /** Where a point is now. */
  place(point: ScenePoint, out: Vector3): Vector3 {
    out.fromArray(point.at);
    if (point.frame < 0) return out;
    return out.applyQuaternion(this.turns[point.frame]!).add(this.positions[point.frame]!);
  }

  /** Where points are at all stored times: x, y, z of each point, time after time. */
  paths(points: ScenePoint[]): Float32Array {
    const { placeTimes } = this.scene;
    const out = new Float32Array(3 * points.length * placeTimes.length);
    const at = new Vector3();
    placeTimes.forEach((t, i) => {
      this.set(t);
      points.forEach((point, k) => this.place(point, at).toArray(out, 3 * (i * points.length + k)));
    });
    return out;
  }
}
