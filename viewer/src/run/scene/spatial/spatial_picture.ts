// A spatial mechanism, drawn with WebGL.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from 'three';
import { colourOf } from '../../../common/colours';
import { h } from '../../../common/dom';
import { short } from '../../../common/number';
import { opacityOf } from '../forces';
import type { Content, Picture } from '../picture';
import { Connections } from './connections';
import { ForceArrow } from './force_arrow';
import { Meshes } from './meshes';
import { material, Rigid } from './rigid';
import { Stage, type View } from './stage';

const colourOfKind: Record<string, string> = { reaction: '#c2255c', force: '#2b8a3e' };

export class SpatialPicture implements Picture {
  readonly element = h('div', { class: 'picture' });
  readonly views: [View, string][] = [['oblique', 'Oblique'], ['front', 'Front'], ['side', 'Side'], ['top', 'Top']];
  private readonly canvas = h('canvas', { id: 'mechanism', tabindex: 0, role: 'img', 'aria-label':
                                          'The mechanism; drag to turn, wheel to zoom, right button to move' });
  private readonly stage: Stage;
  private readonly rigid = new Rigid();
  private readonly connections: Connections;
  private readonly meshes: Meshes;
  private readonly arrows: ForceArrow[];
  private readonly traces = new Group();

  /** Throws where the browser has no WebGL. */
  constructor(private readonly content: Content) {
    const { scene, motion, extent, sizes: { thin, joint: jointSize } } = content;
    this.element.append(this.canvas);
    this.stage = new Stage(this.canvas, new Vector3(...scene.up), extent);
    scene.bodies.forEach((body, k) => this.rigid.addBody(body, k, thin));
    for (const joint of scene.joints) this.rigid.addJoint(joint, jointSize);
    this.connections = new Connections(scene.lines, thin, motion, (kind, k) => material(
      kind === 'spring' ? '#7b8894' : kind === 'thread' ? '#6b7681' : colourOf(scene.bodies.length + k)));
    this.meshes = new Meshes(content.meshes, thin, scene.bodies.length);
    this.arrows = content.forces.list.map(({ arrow }) => (
      new ForceArrow(colourOfKind[arrow.kind] ?? colourOfKind['force']!, extent.radius)));
    this.stage.scene.add(this.rigid.group, this.connections.group, this.meshes.group, this.traces, ...this.arrows);
  }

  look(view: string): void {
    this.stage.look(view as View);
  }

  draw(): void {
    const { motion, forces, look } = this.content;
    this.stage.makeRoom(forces.room(look));
    this.rigid.update(motion);
    this.connections.update(motion);
    this.meshes.update(motion, look.field);
    this.placeArrows();
    this.stage.render();
  }

  private placeArrows(): void {
    this.content.forces.list.forEach((force, k) => {
      const { from, along, newtons, arrow, isVisible } = force;
      const drawn = this.arrows[k]!;
      drawn.show(isVisible);
      if (isVisible) drawn.point(from, along, `${arrow.name}: ${short(newtons)} N`, opacityOf(force));
    });
  }

  setTraces(): void {
    const { motion, look } = this.content;
    this.traces.clear();
    [...look.traces].forEach(({ name, point }, k) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(motion.paths([point]), 3));
      const line = new Line(geometry, new LineBasicMaterial({ color: colourOf(k) }));
      line.name = `trace of ${name}`;
      this.traces.add(line);
    });
  }

  nameAt(x: number, y: number): string {
    return this.stage.nameAt(x, y);
  }

  async paint(context: CanvasRenderingContext2D, width: number, height: number): Promise<void> {
    this.stage.renderNow();
    context.drawImage(this.canvas, 0, 0, width, height);
  }
}
