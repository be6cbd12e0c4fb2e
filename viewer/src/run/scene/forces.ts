// Forces as arrows: where they act and how long they are drawn.
import { Vector3 } from 'three';
import { indexAt, type Table } from '../run_data';
import type { Look } from './look';
import { between, type Motion } from './motion';
import type { Scene, SceneArrow } from './scene_data';

const usual = 0.3;      // the length of a usual force, of the radius of the mechanism
const usualPart = 0.9;  // a usual force is larger than this part of all: short peaks do not make the others invisible
const nMeasured = 400;   // times at which forces are looked at for that
const shortest = 0.004;  // what is shorter is not drawn

/** An arrow at a moment; `newtons` is the length of the force. */
export interface DrawnForce { arrow: SceneArrow; from: Vector3; along: Vector3; newtons: number; isVisible: boolean }

export class Forces {
  readonly list: DrawnForce[];
  private readonly columns: Float32Array[][] = [];
  private scale = -1;

  constructor(scene: Scene, private readonly table: Table, private readonly radius: number) {
    this.list = scene.arrows.map((arrow) => (
      { arrow, from: new Vector3(), along: new Vector3(), newtons: 0, isVisible: false }));
  }

  /** Columns are unpacked when arrows are first asked for. */
  private measure(): void {
    const { times } = this.table;
    const sizes: number[] = [];
    for (const { arrow } of this.list) {
      const columns = arrow.columns.map((k) => this.table.columns[k]!.values);
      this.columns.push(columns);
      for (let k = 0; k < nMeasured; ++k) {
        // Equal times: points of curves are closer to each other at peaks.
        const i = indexAt(times, times[0]! + k / nMeasured * (times[times.length - 1]! - times[0]!));
        const size = Math.hypot(columns[0]![i]!, columns[1]![i]!, columns[2]?.[i] ?? 0);
        if (size > 0) sizes.push(size);
      }
    }
    const size = Float64Array.from(sizes).sort()[Math.floor(usualPart * sizes.length)] ?? 0;
    this.scale = size > 0 ? usual * this.radius / size : 0;
  }

  set(t: number, motion: Motion, look: Look): void {
    if (look.kinds.size > 0 && this.scale < 0) this.measure();
    const { low, high, part } = between(this.table.times, t);
    this.list.forEach((force, k) => {
      force.isVisible = look.kinds.has(force.arrow.kind);
      if (!force.isVisible) return;
      const mix = (values: Float32Array | undefined) => (
        values === undefined ? 0 : values[low]! + part * (values[high]! - values[low]!));
      force.along.set(mix(this.columns[k]![0]), mix(this.columns[k]![1]), mix(this.columns[k]![2]));
      force.newtons = force.along.length();
      force.along.multiplyScalar(this.scale * look.arrowScale);
      motion.place(force.arrow.point, force.from);
      force.isVisible = force.along.length() > shortest * this.radius;
    });
  }
}
