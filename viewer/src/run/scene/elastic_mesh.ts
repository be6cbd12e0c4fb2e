// An elastic body: its deformed mesh, coloured by a field.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  SRGBColorSpace,
} from 'three';
import { scaleColour } from '../../common/colours';
import { between, type Motion } from './motion';
import type { Scene, SceneMesh } from './scene_data';

const nColours = 256;

/** The scale as the renderer wants it, so that thousands of nodes are painted in a moment. */
const colourTable = new Float32Array(3 * nColours);
for (let k = 0; k < nColours; ++k)
  new Color().setRGB(...scaleColour(k / (nColours - 1)), SRGBColorSpace).toArray(colourTable, 3 * k);

export interface Field { name: string; unit: string }

/** Displacement first, then what the body gives. */
export function fieldsOf(scene: Scene): Field[] {
  const fields: Field[] = [{ name: 'displacement', unit: 'm' }];
  for (const mesh of scene.meshes)
    for (const field of mesh.fields)
      if (!fields.some(({ name }) => name === field.name)) fields.push(field);
  return fields;
}

export class ElasticMesh {
  readonly group = new Group();
  private readonly nNodes: number;
  private readonly moved: Float32Array;  // nodes as drawn
  private readonly field: Float32Array;
  private readonly surface: BufferGeometry;
  private readonly ribbon: Float32Array | null = null;
  private readonly outline: BufferGeometry | null = null;

  constructor(private readonly scene: Scene, private readonly mesh: SceneMesh, private readonly thin: number) {
    this.nNodes = mesh.nodes.length / 3;
    this.moved = new Float32Array(mesh.nodes);
    this.field = new Float32Array(this.nNodes);
    this.surface = new BufferGeometry();
    if (mesh.triangles.length > 0) {
      this.surface.setAttribute('position', new BufferAttribute(this.moved, 3));
      this.surface.setIndex(new BufferAttribute(new Uint32Array(mesh.triangles), 1));
      this.outline = new BufferGeometry();
      this.outline.setAttribute('position', this.surface.getAttribute('position'));
      this.outline.setIndex(new BufferAttribute(new Uint32Array(mesh.edges), 1));
    } else {
      this.ribbon = new Float32Array(mesh.edges.length / 2 * 12);
      this.surface.setAttribute('position', new BufferAttribute(this.ribbon, 3));
      const corners = [];
      for (let e = 0; e < mesh.edges.length / 2; ++e)
        corners.push(4 * e, 4 * e + 1, 4 * e + 2, 4 * e + 2, 4 * e + 1, 4 * e + 3);
      this.surface.setIndex(corners);
    }
    const nVertices = this.surface.getAttribute('position').count;
    this.surface.setAttribute('color', new BufferAttribute(new Float32Array(3 * nVertices), 3));
    const body = new Mesh(this.surface, new MeshBasicMaterial({ vertexColors: true, side: DoubleSide }));
    body.name = mesh.name;
    body.frustumCulled = false;
    this.group.add(body);
    if (this.outline !== null) {
      const ink = new LineBasicMaterial({ color: '#20262c', transparent: true, opacity: 0.45 });
      const lines = new LineSegments(this.outline, ink);
      lines.frustumCulled = false;
      this.group.add(lines);
    }
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

  private size(time: number, node: number): number {
    let sum = 0;
    for (let c = 0; c < this.scene.dimension; ++c) sum += this.value(time, c, node) ** 2;
    return Math.sqrt(sum);
  }

  update(t: number, motion: Motion, scale: number, name: string, [low, high]: [number, number]): void {
    const { low: i, high: j, part } = between(this.scene.meshTimes, t);
    const mix = (component: number, node: number) => {
      const a = this.value(i, component, node);
      return a + part * (this.value(j, component, node) - a);
    };
    const component = this.component(name);
    for (let node = 0; node < this.nNodes; ++node) {
      let sum = 0;
      for (let c = 0; c < this.scene.dimension; ++c) {
        const u = mix(c, node);
        sum += u * u;
        this.moved[3 * node + c] = this.mesh.nodes[3 * node + c]! + scale * u;
      }
      const x = component === undefined ? low : component < 0 ? Math.sqrt(sum) : mix(component, node);
      this.field[node] = high > low ? (x - low) / (high - low) : 0;
    }
    if (this.mesh.frame >= 0) {
      this.group.position.copy(motion.positions[this.mesh.frame]!);
      this.group.quaternion.copy(motion.turns[this.mesh.frame]!);
    }
    this.paint();
  }

  private paint(): void {
    const colours = this.surface.getAttribute('color') as BufferAttribute;
    const set = (vertex: number, node: number) => {
      const k = 3 * Math.round(this.field[node]! * (nColours - 1));
      colours.setXYZ(vertex, colourTable[k]!, colourTable[k + 1]!, colourTable[k + 2]!);
    };
    if (this.ribbon === null) {
      for (let node = 0; node < this.nNodes; ++node) set(node, node);
    } else {
      this.lay(set);
    }
    colours.needsUpdate = true;
    this.surface.getAttribute('position').needsUpdate = true;
  }

  /** A strip along each edge, as wide as a rod. */
  private lay(set: (vertex: number, node: number) => void): void {
    const { edges } = this.mesh;
    for (let e = 0; e < edges.length / 2; ++e) {
      const ends = [edges[2 * e]!, edges[2 * e + 1]!] as const;
      const [ax, ay] = [this.moved[3 * ends[0]]!, this.moved[3 * ends[0] + 1]!];
      const [bx, by] = [this.moved[3 * ends[1]]!, this.moved[3 * ends[1] + 1]!];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const nx = -(by - ay) / length * this.thin;
      const ny = (bx - ax) / length * this.thin;
      ends.forEach((node, k) => {
        const x = this.moved.subarray(3 * node, 3 * node + 3);
        this.ribbon!.set([x[0]! + nx, x[1]! + ny, x[2]!, x[0]! - nx, x[1]! - ny, x[2]!], 12 * e + 6 * k);
        set(4 * e + 2 * k, node);
        set(4 * e + 2 * k + 1, node);
      });
    }
  }
}
