// The mechanism moving, and the buttons to look at it.
import { EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { colourOf, scaleColour } from '../../common/colours';
import { h } from '../../common/dom';
import { short, withUnit } from '../../common/number';
import type { Clock } from '../clock';
import { Connections } from './connections';
import { ElasticMesh, fieldsOf } from './elastic_mesh';
import { type Extent, extent, Motion } from './motion';
import type { Scene, SceneBody, SceneJoint } from './scene_data';
import { groundGeometry, jointGeometry, solidGeometry } from './solids';
import { Stage, type View } from './stage';

const thinPart = 1 / 70;  // of the radius of the mechanism
const exaggerated = 0.2;  // the largest displacement that the slider can show, of the radius
const leastRange = 0.3;   // powers of ten on the slider, however large displacements are

const material = (colour: string) => new MeshStandardMaterial({ color: colour, roughness: 0.65, metalness: 0.05 });

function named(name: string, mesh: Mesh): Mesh {
  mesh.name = name;
  return mesh;
}

/** Things that do not change their form, each on its frame. */
class Rigid {
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

  addJoint(joint: SceneJoint, thin: number): void {
    const group = this.at(joint.point.frame);
    const place = new Group();
    place.position.set(...joint.point.at);
    place.add(named(`joint ${joint.name}`, new Mesh(jointGeometry(joint, thin), material('#8e99a5'))));
    const slides = joint.type === 'prismatic' || joint.type === 'point-on-line';
    if (joint.point.frame < 0 && !slides) place.add(new Mesh(groundGeometry(joint, thin), material('#5b6570')));
    group.add(place);
  }

  update(motion: Motion): void {
    for (const { group, frame } of this.onFrames) {
      group.position.copy(motion.positions[frame]!);
      group.quaternion.copy(motion.turns[frame]!);
    }
  }
}

/** Colour and scale of elastic bodies, as the user wants them. */
class ElasticLook {
  scale = 1;
  field: string;
  isRangeOfMoment = false;
  range: [number, number] = [0, 0];
  /** Called before a new moment is drawn with its own range. */
  onMoment: () => void = () => {};

  constructor(private readonly bodies: ElasticMesh[], fields: { name: string }[]) {
    this.field = fields[fields.length > 1 ? 1 : 0]!.name;
    this.measure();
  }

  /** The range of colours, over the whole run or at the time t. */
  measure(t?: number): void {
    const ranges = this.bodies.map((body) => body.range(this.field, t)).filter((range) => range !== null);
    this.range = [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
  }

  largestDisplacement(): number {
    return Math.max(...this.bodies.map((body) => body.range('displacement')?.[1] ?? 0));
  }
}

function drawLegend(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')!;
  for (let x = 0; x < canvas.width; ++x) {
    const [r, g, b] = scaleColour(x / (canvas.width - 1)).map((value) => Math.round(255 * value));
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(x, 0, 1, canvas.height);
  }
}

function elasticTools(scene: Scene, look: ElasticLook, radius: number, clock: Clock, draw: () => void): HTMLElement[] {
  const fields = fieldsOf(scene);
  const select = h('select', { id: 'field' }, ...fields.map(({ name, unit }) => (
    h('option', { value: name, selected: name === look.field }, withUnit(name, unit)))));
  const bar = h('canvas', { width: 160, height: 12, role: 'img', 'aria-label': 'Colour scale' });
  drawLegend(bar);
  const low = h('span', {});
  const high = h('span', {});
  const box = h('input', { type: 'checkbox', id: 'range' });
  const measure = () => {
    look.measure(look.isRangeOfMoment ? clock.t : undefined);
    low.textContent = short(look.range[0]);
    high.textContent = short(look.range[1]);
  };
  const change = () => {
    look.field = select.value;
    look.isRangeOfMoment = box.checked;
    measure();
    draw();
  };
  measure();
  select.addEventListener('change', change);
  box.addEventListener('change', change);
  look.onMoment = measure;
  const largest = look.largestDisplacement() || radius;
  const most = Math.max(Math.ceil(10 * Math.log10(exaggerated * radius / largest)) / 10, leastRange);
  const text = h('output', {}, '×1');
  const slider = h('input', { type: 'range', id: 'scale', min: 0, max: most, step: 0.01, value: 0,
                              'aria-label': 'Scale of deformation' });
  slider.addEventListener('input', () => {
    look.scale = 10 ** slider.valueAsNumber;
    text.textContent = `×${short(Number(look.scale.toPrecision(2)))}`;
    draw();
  });
  return [h('label', {}, 'Colour', select), h('span', { class: 'legend' }, low, bar, high),
          h('label', {}, box, 'range of this moment'), h('label', {}, 'Deformation', slider, text)];
}

function viewButtons(stage: Stage): HTMLElement[] {
  const views: [View, string][] = [['front', 'Front'], ['side', 'Side'], ['top', 'Top'], ['oblique', 'Oblique']];
  return views.map(([view, label]) => {
    const button = h('button', { type: 'button', 'data-view': view, 'aria-label': `View: ${label}` }, label);
    button.addEventListener('click', () => stage.look(view));
    return button;
  });
}

/** Tells the name of what the mouse is on. */
function hoverLabel(stage: Stage): HTMLElement {
  const label = h('output', { class: 'hover', 'aria-live': 'off' });
  stage.canvas.addEventListener('pointermove', (event) => {
    if (event.buttons === 0) label.textContent = stage.nameAt(event.clientX, event.clientY);
  });
  stage.canvas.addEventListener('pointerleave', () => { label.textContent = ''; });
  return label;
}

function makeStage(scene: Scene, canvas: HTMLCanvasElement, size: Extent): Stage | null {
  try {
    return new Stage(canvas, scene.dimension === 2, new Vector3(...scene.up), size);
  } catch {
    return null;  // the browser has no WebGL
  }
}

export function mechanism(scene: Scene, clock: Clock): HTMLElement {
  const section = h('section', { class: 'mechanism', 'aria-label': 'Mechanism' });
  const canvas = h('canvas', { id: 'mechanism', tabindex: 0, role: 'img',
                               'aria-label': 'The mechanism; drag to turn, wheel to zoom, right button to move' });
  section.append(canvas);
  const motion = new Motion(scene);
  const size = extent(scene, motion);
  const stage = makeStage(scene, canvas, size);
  if (stage === null) {
    canvas.replaceWith(h('p', { class: 'panel' }, 'This browser has no WebGL, so the mechanism cannot be drawn.'));
    return section;
  }
  const thin = size.radius * thinPart;
  const rigid = new Rigid();
  scene.bodies.forEach((body, k) => rigid.addBody(body, k, thin));
  for (const joint of scene.joints) rigid.addJoint(joint, thin);
  const connections = new Connections(scene.lines, thin, (kind, k) => (
    material(kind === 'rod' ? colourOf(scene.bodies.length + k) : kind === 'spring' ? '#7b8894' : '#9aa5b1')));
  const elastic = scene.meshes.map((mesh) => new ElasticMesh(scene, mesh, thin));
  const look = elastic.length > 0 ? new ElasticLook(elastic, fieldsOf(scene)) : null;
  stage.scene.add(rigid.group, connections.group, ...elastic.map((mesh) => mesh.group));
  const draw = (t: number) => {
    motion.set(t);
    rigid.update(motion);
    connections.update(motion);
    if (look?.isRangeOfMoment) look.onMoment();
    if (look !== null) for (const mesh of elastic) mesh.update(t, motion, look.scale, look.field, look.range);
    stage.render();
  };
  clock.listen(draw);
  const tools = h('div', { class: 'tools' }, ...viewButtons(stage));
  if (look !== null) tools.append(...elasticTools(scene, look, size.radius, clock, () => draw(clock.t)));
  section.append(hoverLabel(stage), tools);
  return section;
}
