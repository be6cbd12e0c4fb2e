// The deformation and the fields of an elastic body at any moment.
import { between } from './motion';
import type { Scene, SceneMesh } from './scene_data';

export interface Field { name: string; unit: string }

/** Displacement first, then what the bodies give. */
export function fieldsOf(scene: Scene): Field[] {
  const fields: Field[] = [{ name: 'displacement', unit: 'm' }];
  for (const mesh of scene.meshes)
    for (const field of mesh.fields)
      if (!fields.some(({ name }) => name === field.name)) fields.push(field);
  return fields;
}

export class MeshValues {
  readonly nNodes: number;
  /** Nodes as drawn, in the axes of the body: x, y, z of each. */
  readonly moved: Float32Array;
  /** The field at the nodes, from 0 at the lower end of its range to 1 at the upper. */
  readonly field: Float32Array;
  /** Whether the body has the field; otherwise it is grey. */
  hasField = false;

  constructor(private readonly scene: Scene, readonly mesh: SceneMesh) {
    this.nNodes = mesh.nodes.length / 3;
    this.moved = new Float32Array(mesh.nodes);
    this.field = new Float32Array(this.nNodes);
  }

  /** Which component of the values a field is; −1: the length of the displacement; undefined: this body has none. */
  private component(name: string): number | undefined {
    if (name === 'displacement') return -1;
    const k = this.mesh.fields.findIndex((field) => field.name === name);
    return k < 0 ? undefined : this.scene.dimension + k;
  }

  private value(time: number, component: number, node: number): number {
    const n = this.mesh.units.length;
    return this.mesh.values[(time * n + component) * this.nNodes + node]! * this.mesh.units[component]!;
  }

  private size(time: number, node: number): number {
    let sum = 0;
    for (let c = 0; c < this.scene.dimension; ++c) sum += this.value(time, c, node) ** 2;
    return Math.sqrt(sum);
  }

  /** The smallest and the largest value of a field over the whole run, or near the time t. */
  range(name: string, t?: number): [number, number] | null {
    const component = this.component(name);
    if (component === undefined) return null;
    let low = Infinity;
    let high = -Infinity;
    const { meshTimes } = this.scene;
    const around = t === undefined ? { low: 0, high: meshTimes.length - 1 } : between(meshTimes, t);
    for (let time = around.low; time <= around.high; ++time)
      for (let node = 0; node < this.nNodes; ++node) {
        const x = component < 0 ? this.size(time, node) : this.value(time, component, node);
        if (x < low) low = x;
        if (x > high) high = x;
      }
    return [low, high];
  }

  /** Moves the nodes to where they are at t, displacements times `scale`; a field named '' is none. */
  set(t: number, scale: number, name: string, [low, high]: [number, number]): void {
    const { low: i, high: j, part } = between(this.scene.meshTimes, t);
    const mix = (component: number, node: number) => {
      const a = this.value(i, component, node);
      return a + part * (this.value(j, component, node) - a);
    };
    const component = this.component(name);
    this.hasField = component !== undefined;
    for (let node = 0; node < this.nNodes; ++node) {
      let sum = 0;
      for (let c = 0; c < this.scene.dimension; ++c) {
        const u = mix(c, node);
        sum += u * u;
        this.moved[3 * node + c] = this.mesh.nodes[3 * node + c]! + scale * u;
      }
      if (component === undefined) continue;
      const x = component < 0 ? Math.sqrt(sum) : mix(component, node);
      this.field[node] = high > low ? Math.min(Math.max((x - low) / (high - low), 0), 1) : 0;
    }
  }
}
