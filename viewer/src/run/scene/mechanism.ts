// The mechanism moving, and what the user can choose of its picture.
import { h } from '../../common/dom';
import type { Clock } from '../clock';
import type { Table } from '../run_data';
import { extent } from './extent';
import { fieldTools } from './field_tools';
import { Forces } from './forces';
import { Look } from './look';
import { MeshValues } from './mesh_values';
import { Motion } from './motion';
import { arrowTools, traceTools } from './overlay_tools';
import type { Content, Picture } from './picture';
import { SvgPicture } from './planar/svg_picture';
import { saveTools } from './save_tools';
import { type Course, type Scene, setCourse } from './scene_data';
import { sizes } from './sizes';
import { SpatialPicture } from './spatial/spatial_picture';

function contentOf(scene: Scene, table: Table, courses: Course[]): Content {
  const motion = new Motion(scene);
  const room = extent(motion, courses);
  const meshes = scene.meshes.map((mesh) => new MeshValues(scene, mesh));
  return { scene, motion, extent: room, sizes: sizes(scene, motion, room.radius), meshes,
           forces: new Forces(scene, table, room), look: new Look(scene, meshes) };
}

/** None where a spatial mechanism finds no WebGL. */
function pictureOf(content: Content): Picture | null {
  if (content.scene.dimension === 2) return new SvgPicture(content);
  try {
    return new SpatialPicture(content);
  } catch {
    return null;
  }
}

function viewButtons(picture: Picture): HTMLElement[] {
  return picture.views.map(([view, label]) => {
    const button = h('button', { type: 'button', 'data-view': view, 'aria-label': `View: ${label}` }, label);
    button.addEventListener('click', () => picture.look(view));
    return button;
  });
}

/** Tells the name of what the mouse is on, beside it. */
function hoverLabel({ element, nameAt }: { element: HTMLElement; nameAt: (x: number, y: number) => string }): void {
  const label = h('output', { class: 'hover panel', 'aria-live': 'off', hidden: true });
  const show = (text: string) => {
    label.textContent = text;
    label.hidden = text === '';
  };
  element.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0) return;
    const area = element.getBoundingClientRect();
    show(nameAt(event.clientX, event.clientY));
    const left = Math.min(event.clientX - area.left + 14, area.width - label.offsetWidth - 4);
    const top = Math.min(event.clientY - area.top + 14, area.height - label.offsetHeight - 4);
    label.style.transform = `translate(${left}px, ${top}px)`;
  });
  element.addEventListener('pointerleave', () => show(''));
  element.append(label);
}

/** `follow` shows another course of the scene; the picture has room for all `courses`. */
export interface Mechanism { element: HTMLElement; follow: (course: Course) => void }

export function mechanism(scene: Scene, table: Table, clock: Clock, name: string,
                          courses: Course[] = []): Mechanism {
  const section = h('section', { class: 'mechanism', 'aria-label': 'Mechanism' });
  const content = contentOf(scene, table, courses);
  const picture = pictureOf(content);
  if (picture === null) {
    section.append(h('p', { class: 'panel' }, 'This browser has no WebGL, so the mechanism cannot be drawn.'));
    return { element: section, follow: () => {} };
  }
  const { motion, look, meshes, forces } = content;
  let onMoment: () => void = () => {};
  let onCourse: () => void = () => {};
  const draw = (t: number) => {
    motion.set(t);
    onMoment();
    for (const mesh of meshes) mesh.set(t, look.scale, look.field, look.range);
    forces.set(t, motion, look);
    picture.draw();
  };
  const drawAgain = () => draw(clock.t);
  const tools = h('div', { class: 'tools' }, ...viewButtons(picture));
  if (meshes.length > 0) {
    const fields = fieldTools(scene, look, content.extent.radius, clock, drawAgain);
    ({ onMoment, onCourse } = fields);
    tools.append(...fields.elements);
  }
  tools.append(...arrowTools(scene, look, drawAgain),
               ...traceTools(scene, look, () => { picture.setTraces(); drawAgain(); }),
               ...saveTools(picture, clock, name));
  hoverLabel({ element: picture.element, nameAt: (x, y) => picture.nameAt(x, y) });
  section.append(picture.element, tools);
  clock.listen(draw);
  const follow = (course: Course) => {
    setCourse(scene, course);
    onCourse();
    picture.setTraces();
  };
  return { element: section, follow };
}
