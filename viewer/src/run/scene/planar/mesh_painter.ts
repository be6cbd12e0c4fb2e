// Elastic bodies of a planar mechanism on a canvas, coloured by a field.
import { scaleColour } from '../../../common/colours';
import type { MeshValues } from '../mesh_values';
import { ink } from './shapes';

const nColours = 48;

const colours = Array.from({ length: nColours }, (_, k) => {
  const [r, g, b] = scaleColour(k / (nColours - 1)).map((value) => Math.round(255 * value));
  return `rgb(${r} ${g} ${b})`;
});
const colourOf = (value: number): number => Math.min(Math.floor(value * nColours), nColours - 1);

/** From the axes of the body to pixels: x' = a x + c y + e, y' = b x + d y + f. */
export interface Place { a: number; b: number; c: number; d: number; e: number; f: number }

/** A corner in pixels and the field there. */
type Corner = readonly [x: number, y: number, value: number];

/** The parts of a convex polygon where the field, which is linear, is below and above a level. */
function cut(polygon: Corner[], level: number): [Corner[], Corner[]] {
  const [below, above]: [Corner[], Corner[]] = [[], []];
  polygon.forEach((to, k) => {
    const from = polygon[(k + polygon.length - 1) % polygon.length]!;
    if ((from[2] < level) !== (to[2] < level)) {
      const part = (level - from[2]) / (to[2] - from[2]);
      const at = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]), level] as const;
      below.push(at);
      above.push(at);
    }
    (to[2] < level ? below : above).push(to);
  });
  return [below, above];
}

export class MeshPainter {
  constructor(private readonly values: MeshValues, private readonly thin: number) {}

  /** Pixels are `zoom` to a metre; `plain` is the colour where there is no field. */
  paint(context: CanvasRenderingContext2D, place: Place, zoom: number, plain: string): void {
    const { moved, mesh } = this.values;
    const { a, b, c, d, e, f } = place;
    const x = (node: number) => a * moved[3 * node]! + c * moved[3 * node + 1]! + e;
    const y = (node: number) => b * moved[3 * node]! + d * moved[3 * node + 1]! + f;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    if (mesh.triangles.length === 0) {
      this.paintBeam(context, x, y, 2 * this.thin * zoom, plain);
      return;
    }
    this.paintSurface(context, x, y, plain);
    context.strokeStyle = ink;
    context.globalAlpha = 0.45;
    context.lineWidth = 1;
    const outline = new Path2D();
    for (let k = 0; k < mesh.edges.length; k += 2) {
      outline.moveTo(x(mesh.edges[k]!), y(mesh.edges[k]!));
      outline.lineTo(x(mesh.edges[k + 1]!), y(mesh.edges[k + 1]!));
    }
    context.stroke(outline);
    context.globalAlpha = 1;
  }

  private paintBeam(context: CanvasRenderingContext2D, x: (node: number) => number, y: (node: number) => number,
                    width: number, plain: string): void {
    const { mesh, field, hasField } = this.values;
    context.lineWidth = width;
    for (let k = 0; k < mesh.edges.length; k += 2) {
      const [m, n] = [mesh.edges[k]!, mesh.edges[k + 1]!];
      context.strokeStyle = hasField ? colours[colourOf((field[m]! + field[n]!) / 2)]! : plain;
      context.beginPath();
      context.moveTo(x(m), y(m));
      context.lineTo(x(n), y(n));
      context.stroke();
    }
  }

  /** Triangles, cut along the borders of colours; parts of one colour are filled together. */
  private paintSurface(context: CanvasRenderingContext2D, x: (node: number) => number, y: (node: number) => number,
                       plain: string): void {
    const { mesh, field, hasField } = this.values;
    const paths = new Map<number, Path2D>();
    const add = (polygon: Corner[], colour: number) => {
      const path = paths.get(colour) ?? new Path2D();
      paths.set(colour, path);
      polygon.forEach(([px, py], k) => path[k === 0 ? 'moveTo' : 'lineTo'](px, py));
      path.closePath();
    };
    for (let k = 0; k < mesh.triangles.length; k += 3) {
      let rest = [0, 1, 2].map((i): Corner => {
        const node = mesh.triangles[k + i]!;
        return [x(node), y(node), hasField ? field[node]! : 0];
      });
      const last = colourOf(Math.max(...rest.map(([, , value]) => value)));
      for (let colour = colourOf(Math.min(...rest.map(([, , value]) => value))); colour < last; ++colour) {
        const [below, above] = cut(rest, (colour + 1) / nColours);
        add(below, colour);
        rest = above;
      }
      add(rest, last);
    }
    context.lineWidth = 0.7;
    for (const [colour, path] of paths) {
      // The line closes the seams between neighbours.
      context.fillStyle = context.strokeStyle = hasField ? colours[colour]! : plain;
      context.fill(path);
      context.stroke(path);
    }
  }

  /** Whether a point, in the axes of the body, is on it. */
  contains(px: number, py: number, reach: number): boolean {
    const { moved, mesh } = this.values;
    const at = (node: number) => [moved[3 * node]!, moved[3 * node + 1]!] as const;
    for (let k = 0; k < mesh.triangles.length; k += 3) {
      const [a, b, c] = [at(mesh.triangles[k]!), at(mesh.triangles[k + 1]!), at(mesh.triangles[k + 2]!)];
      const side = (u: readonly [number, number], v: readonly [number, number]) => (
        (v[0] - u[0]) * (py - u[1]) - (v[1] - u[1]) * (px - u[0]));
      const sides = [side(a, b), side(b, c), side(c, a)];
      if (sides.every((s) => s >= 0) || sides.every((s) => s <= 0)) return true;
    }
    for (let k = 0; k < mesh.edges.length; k += 2) {
      const [a, b] = [at(mesh.edges[k]!), at(mesh.edges[k + 1]!)];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const s = Math.min(Math.max(((px - a[0]) * dx + (py - a[1]) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      if (Math.hypot(px - a[0] - s * dx, py - a[1] - s * dy) < Math.max(reach, this.thin)) return true;
    }
    return false;
  }
}
