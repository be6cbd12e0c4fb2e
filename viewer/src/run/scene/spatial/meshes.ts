// Elastic bodies of a spatial mechanism, coloured by a field: surfaces, and beams as tubes.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments,
  Mesh, MeshStandardMaterial, SRGBColorSpace, Vector3,
} from 'three';
import { colourOf, scaleColour } from '../../../common/colours';
import { plainGrey } from '../look';
import type { MeshValues } from '../mesh_values';
import type { Motion } from '../motion';

const nSides = 8;
const mixed = new Color();
const [xAxis, yAxis] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0)];

/** Vertices of a body, the node of each, and their triangles. */
interface Surface { nodes: Int32Array | null; vertices: Float32Array; triangles: number[] | Int32Array }

/** A ring of vertices at both ends of every edge. */
function tubes(edges: Int32Array): Surface {
  const nodes = new Int32Array(edges.length * nSides);
  const triangles: number[] = [];
  for (let end = 0; end < edges.length; ++end) nodes.fill(edges[end]!, end * nSides, (end + 1) * nSides);
  for (let edge = 0; edge < edges.length / 2; ++edge)
    for (let k = 0; k < nSides; ++k) {
      const [a, b] = [2 * edge * nSides + k, 2 * edge * nSides + (k + 1) % nSides];
      triangles.push(a, b, b + nSides, a, b + nSides, a + nSides);
    }
  return { nodes, vertices: new Float32Array(3 * nodes.length), triangles };
}

class ElasticMesh {
  readonly group = new Group();
  private readonly surface: Surface;
  private readonly geometry = new BufferGeometry();
  private readonly outline = new BufferGeometry();
  private readonly colours: BufferAttribute;
  private readonly own: Color;

  constructor(private readonly values: MeshValues, private readonly radius: number, colour: string) {
    const { mesh, moved } = values;
    this.surface = mesh.triangles.length > 0 ? { nodes: null, vertices: moved, triangles: mesh.triangles }
      : tubes(mesh.edges);
    const look = new MeshStandardMaterial(
      { color: colour, roughness: 0.65, metalness: 0.05, side: DoubleSide, flatShading: mesh.triangles.length > 0 });
    this.own = new Color(colour);
    look.color.set('#ffffff');
    look.vertexColors = true;
    this.geometry.setAttribute('position', new BufferAttribute(this.surface.vertices, 3));
    this.colours = new BufferAttribute(new Float32Array(this.surface.vertices.length), 3);
    this.geometry.setAttribute('color', this.colours);
    this.geometry.setIndex(Array.from(this.surface.triangles));
    const drawn = new Mesh(this.geometry, look);
    drawn.name = mesh.name;
    drawn.frustumCulled = false;
    this.group.add(drawn);
    if (mesh.triangles.length === 0) return;
    this.outline.setAttribute('position', this.geometry.getAttribute('position'));
    this.outline.setIndex(Array.from(mesh.edges));
    const lines = new LineSegments(this.outline, new LineBasicMaterial({ color: '#20262c' }));
    lines.frustumCulled = false;
    this.group.add(lines);
  }

  update(motion: Motion, field: string): void {
    const { frame } = this.values.mesh;
    if (frame >= 0) {
      this.group.position.copy(motion.positions[frame]!);
      this.group.quaternion.copy(motion.turns[frame]!);
    }
    if (this.surface.nodes !== null) this.placeRings();
    this.geometry.getAttribute('position').needsUpdate = true;
    this.paint(field === '' ? this.own : new Color(plainGrey));
    if (this.surface.nodes !== null) this.geometry.computeVertexNormals();
    this.geometry.computeBoundingSphere();
  }

  private placeRings(): void {
    const { moved, mesh } = this.values;
    const [a, b, along, side, up] = [new Vector3(), new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    for (let edge = 0; edge < mesh.edges.length / 2; ++edge) {
      a.fromArray(moved, 3 * mesh.edges[2 * edge]!);
      b.fromArray(moved, 3 * mesh.edges[2 * edge + 1]!);
      along.subVectors(b, a).normalize();
      side.crossVectors(along, Math.abs(along.x) < 0.8 ? xAxis : yAxis).normalize();
      up.crossVectors(along, side);
      [a, b].forEach((centre, end) => {
        for (let k = 0; k < nSides; ++k) {
          const angle = 2 * Math.PI * k / nSides;
          const vertex = (2 * edge + end) * nSides + k;
          for (const [c, key] of (['x', 'y', 'z'] as const).entries())
            this.surface.vertices[3 * vertex + c] =
              centre[key] + this.radius * (Math.cos(angle) * side[key] + Math.sin(angle) * up[key]);
        }
      });
    }
  }

  /** `plain`: the colour where the body has no field. */
  private paint(plain: Color): void {
    const { field, hasField } = this.values;
    const { nodes, vertices } = this.surface;
    for (let vertex = 0; vertex < vertices.length / 3; ++vertex) {
      const node = nodes === null ? vertex : nodes[vertex]!;
      const { r, g, b } = hasField ? mixed.setRGB(...scaleColour(field[node]!), SRGBColorSpace) : plain;
      this.colours.setXYZ(vertex, r, g, b);
    }
    this.colours.needsUpdate = true;
  }
}

export class Meshes {
  readonly group = new Group();
  private readonly list: ElasticMesh[];

  /** Colours of bodies without a field follow those of `nBodies` others. */
  constructor(values: MeshValues[], thin: number, nBodies: number) {
    this.list = values.map((body, k) => new ElasticMesh(body, thin, colourOf(nBodies + k)));
    for (const { group } of this.list) this.group.add(group);
  }

  update(motion: Motion, field: string): void {
    for (const body of this.list) body.update(motion, field);
  }
}
