// Forces as arrows: where they act and how long they are drawn.
import { Vector3 } from 'three';
import { indexAt, type Table } from '../run_data';
import { type Extent, widened } from './extent';
import type { Look } from './look';
import { between, Motion } from './motion';
import type { Scene, SceneArrow } from './scene_data';

const usual = 0.3;      // the length of a usual force, of the radius of the mechanism
const usualPart = 0.9;  // a usual force is larger than this part of all: short peaks do not make the others invisible
const longest = 0.45;   // of that radius; peaks that would be longer are cut, for they would take all the room
const nMeasured = 400;   // times at which forces are looked at for that
const shortest = 0.004;  // what is shorter is not drawn

/** An arrow at a moment; `newtons` is the length of the force. One that is cut is drawn paler. */
export interface DrawnForce {
  arrow: SceneArrow;
  from: Vector3;
  along: Vector3;
  newtons: number;
  isVisible: boolean;
  isCut: boolean;
}

export const opacityOf = ({ isCut }: DrawnForce): number => (isCut ? 0.45 : 1);

export class Forces {
  readonly list: DrawnForce[];
  private readonly columns: Float32Array[][] = [];
  private scale = -1;  // metres to a newton; negative before forces are measured
  private readonly rooms = new Map<string, Extent>();

  constructor(private readonly scene: Scene, private readonly table: Table, private readonly extent: Extent) {
    this.list = scene.arrows.map((arrow) => (
      { arrow, from: new Vector3(), along: new Vector3(), newtons: 0, isVisible: false, isCut: false }));
  }

  /** Equal times: points of curves are closer to each other at peaks. */
  private times(): number[] {
    const { times } = this.table;
    const length = times[times.length - 1]! - times[0]!;
    return Array.from({ length: nMeasured }, (_, k) => times[0]! + k / nMeasured * length);
  }

  /** Columns are unpacked when arrows are first asked for. */
  private measure(): void {
    const sizes: number[] = [];
    const indices = this.times().map((t) => indexAt(this.table.times, t));
    for (const { arrow } of this.list) {
      const columns = arrow.columns.map((k) => this.table.columns[k]!.values);
      this.columns.push(columns);
      for (const i of indices) {
        const size = Math.hypot(columns[0]![i]!, columns[1]![i]!, columns[2]?.[i] ?? 0);
        if (size > 0) sizes.push(size);
      }
    }
    const size = Float64Array.from(sizes).sort()[Math.floor(usualPart * sizes.length)] ?? 0;
    this.scale = size > 0 ? usual * this.extent.radius / size : 0;
  }

  /** The room for the whole motion, with all arrows of the kinds that are shown at their usual scale. */
  room({ kinds }: Look): Extent {
    if (kinds.size === 0 || this.scale < 0) return this.extent;
    const key = [...kinds].sort().join(' ');
    const known = this.rooms.get(key) ?? widened(this.extent, this.tips(kinds));
    this.rooms.set(key, known);
    return known;
  }

  /** Where arrows end over time: x, y and z of each. */
  private tips(kinds: Set<string>): Float32Array {
    const tips: number[] = [];
    const motion = new Motion(this.scene);
    for (const t of this.times()) {
      motion.set(t);
      this.list.forEach((force, k) => {
        if (!kinds.has(force.arrow.kind)) return;
        this.place(force, k, t, motion, 1);
        tips.push(...force.from.add(force.along));
      });
    }
    return Float32Array.from(tips);
  }

  /** Sets an arrow to the time t, which the motion is at. */
  private place(force: DrawnForce, k: number, t: number, motion: Motion, times: number): void {
    const { low, high, part } = between(this.table.times, t);
    const mix = (values: Float32Array | undefined) => (
      values === undefined ? 0 : values[low]! + part * (values[high]! - values[low]!));
    force.along.set(mix(this.columns[k]![0]), mix(this.columns[k]![1]), mix(this.columns[k]![2]));
    force.newtons = force.along.length();
    const length = longest * this.extent.radius;
    force.isCut = this.scale * force.newtons > length;
    force.along.multiplyScalar(times * (force.isCut ? length / force.newtons : this.scale));
    motion.place(force.arrow.point, force.from);
  }

  set(t: number, motion: Motion, look: Look): void {
    if (look.kinds.size > 0 && this.scale < 0) this.measure();
    this.room(look);  // found before arrows are set to t, as it moves them
    this.list.forEach((force, k) => {
      force.isVisible = look.kinds.has(force.arrow.kind);
      if (!force.isVisible) return;
      this.place(force, k, t, motion, look.arrowScale);
      force.isVisible = force.along.length() > shortest * this.extent.radius;
    });
  }
}
