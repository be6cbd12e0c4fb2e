// Things that do not change their form, each on its frame.
import { EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial } from 'three';
import { colourOf } from '../../../common/colours';
import type { Motion } from '../motion';
import type { SceneBody, SceneJoint } from '../scene_data';
import { groundGeometry, jointGeometry, solidGeometry } from './solids';

export const material = (colour: string): MeshStandardMaterial => (
  new MeshStandardMaterial({ color: colour, roughness: 0.65, metalness: 0.05 }));

function named(name: string, mesh: Mesh): Mesh {
  mesh.name = name;
  return mesh;
}

export class Rigid {
  readonly group = new Group();
  private readonly onFrames: { group: Group; frame: number }[] = [];

  private at(frame: number): Group {
    const group = new Group();
    this.group.add(group);
    if (frame >= 0) this.onFrames.push({ group, frame });
    return group;
  }

  addBody(body: SceneBody, k: number, thin: number): void {
    const group = this.at(body.frame);
    const look = material(colourOf(k));
    for (const solid of body.solids) {
      const geometry = solidGeometry(solid, thin);
      group.add(named(body.name, new Mesh(geometry, look)));
      if (solid.type !== 'rod' && solid.type !== 'sphere')
        group.add(new LineSegments(new EdgesGeometry(geometry, 40), new LineBasicMaterial({ color: '#20262c' })));
    }
  }

  addJoint(joint: SceneJoint, size: number): void {
    const group = this.at(joint.point.frame);
    const place = new Group();
    place.position.set(...joint.point.at);
    place.add(named(`joint ${joint.name}`, new Mesh(jointGeometry(joint, size), material('#8e99a5'))));
    const slides = joint.type === 'prismatic' || joint.type === 'point-on-line';
    if (joint.point.frame < 0 && !slides) place.add(new Mesh(groundGeometry(joint, size), material('#5b6570')));
    group.add(place);
  }

  update(motion: Motion): void {
    for (const { group, frame } of this.onFrames) {
      group.position.copy(motion.positions[frame]!);
      group.quaternion.copy(motion.turns[frame]!);
    }
  }
}
