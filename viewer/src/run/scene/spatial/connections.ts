// Rods, threads, springs and cylinders between points that move.
import {
  BufferGeometry, CatmullRomCurve3, CylinderGeometry, Group, Mesh, type Material, Quaternion, TubeGeometry, Vector3,
} from 'three';
import { tubeLength } from '../cylinders';
import type { Motion } from '../motion';
import type { SceneLine, ScenePoint } from '../scene_data';
import { springPoints } from './solids';

const zAxis = new Vector3(0, 0, 1);

/** A thing of length 1 along z from one point to another: stretched, or with a length of its own. */
class Connection {
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly turn = new Quaternion();

  constructor(readonly mesh: Mesh, private readonly from: ScenePoint, private readonly to: ScenePoint,
              private readonly ownLength?: number) {}

  update(motion: Motion): void {
    motion.place(this.from, this.a);
    motion.place(this.to, this.b).sub(this.a);
    const length = this.b.length();
    this.mesh.visible = length > 0;
    if (length === 0) return;
    this.mesh.position.copy(this.a);
    this.mesh.quaternion.copy(this.turn.setFromUnitVectors(zAxis, this.b.divideScalar(length)));
    this.mesh.scale.set(1, 1, this.ownLength ?? length);
  }
}

function unitCylinder(radius: number): BufferGeometry {
  return new CylinderGeometry(radius, radius, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

function unitSpring(thin: number): BufferGeometry {
  const path = new CatmullRomCurve3(springPoints(2.2 * thin), false, 'catmullrom', 0.5);
  return new TubeGeometry(path, 300, 0.4 * thin, 6);
}

export class Connections {
  readonly group = new Group();
  private readonly list: Connection[] = [];

  constructor(lines: SceneLine[], thin: number, motion: Motion,
              material: (kind: SceneLine['kind'], k: number) => Material) {
    const geometries = { rod: unitCylinder(thin), thread: unitCylinder(thin / 4), spring: unitSpring(thin),
                         cylinder: unitCylinder(0.7 * thin) };
    const tube = unitCylinder(1.6 * thin);
    lines.forEach((line, k) => {
      const look = material(line.kind, k);
      for (let i = 0; i + 1 < line.points.length; ++i)
        this.add(line, i, new Mesh(geometries[line.kind], line.kind === 'cylinder' ? material('thread', k) : look));
      if (line.kind === 'cylinder') this.add(line, 0, new Mesh(tube, look), tubeLength(line, motion));
    });
  }

  private add(line: SceneLine, i: number, mesh: Mesh, ownLength?: number): void {
    mesh.name = line.name;
    this.list.push(new Connection(mesh, line.points[i]!, line.points[i + 1]!, ownLength));
    this.group.add(mesh);
  }

  update(motion: Motion): void {
    for (const connection of this.list) connection.update(motion);
  }
}
