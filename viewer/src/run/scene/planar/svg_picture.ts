// A planar mechanism in SVG, with its elastic bodies on a canvas below: no WebGL is needed.
import { Quaternion, Vector3 } from 'three';
import { colourOf, onThemeChange, themeColour } from '../../../common/colours';
import { h } from '../../../common/dom';
import { short } from '../../../common/number';
import { svg } from '../../../common/svg';
import { tubeLength } from '../cylinders';
import { opacityOf } from '../forces';
import { plainGrey } from '../look';
import type { Content, Picture } from '../picture';
import type { SceneLine, ScenePoint } from '../scene_data';
import type { Sizes } from '../sizes';
import { MeshPainter, type Place } from './mesh_painter';
import { arrowPath, fat, jointElement, slides, solidElement, springPath, thinLine } from './shapes';

const margin = 1.08;        // around the motion
const wheelFactor = 1.0015;  // of the zoom, for one unit of the wheel
const radiusDrawn = 300;     // the radius of the mechanism in the drawing: about its pixels on a page
const reach = 5;            // pixels around the mouse in which things are found
const colourOfKind: Record<string, string> = { reaction: '#c2255c', force: '#2b8a3e' };
const springGrey = '#5b6570';

/** Something on a frame. */
interface OnFrame { element: SVGElement; frame: number }
/** A line between points, drawn again at each moment; `tube` is a length of the drawing. */
interface Drawn { line: SceneLine; paths: SVGPathElement[]; tube: number }

const angleOf = (turn: Quaternion): number => 2 * Math.atan2(turn.z, turn.w);

export class SvgPicture implements Picture {
  readonly element = h('div', { class: 'picture' });
  readonly views: [string, string][] = [['whole', 'Whole motion']];
  private readonly canvas = h('canvas', { 'aria-hidden': 'true' });
  // Many small polygons are filled faster without a graphics card.
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true })!;
  private readonly svg = svg('svg', { id: 'mechanism', tabindex: 0, role: 'img',
                                      'aria-label': 'The mechanism; drag to move, wheel to zoom' });
  private readonly world = svg('g');
  private readonly layers = { rails: svg('g'), traces: svg('g'), bodies: svg('g'), lines: svg('g'), joints: svg('g'),
                              forces: svg('g') };
  private readonly onFrames: OnFrame[] = [];
  private readonly bodies: { element: SVGElement; colour: string }[] = [];
  private readonly lines: Drawn[];
  private readonly arrows: SVGPathElement[];
  private traces: { dot: SVGElement; point: ScenePoint }[] = [];
  private readonly painters: MeshPainter[];
  private readonly perMetre: number;  // units of the drawing
  private readonly sizes: Sizes;      // in the drawing
  private centre = new Vector3();
  private zoom = 1;  // pixels to a metre
  private isWhole = true;
  private isDue = false;

  constructor(private readonly content: Content) {
    const { scene, sizes, meshes } = content;
    this.perMetre = radiusDrawn / content.extent.radius;
    this.sizes = { thin: this.perMetre * sizes.thin, joint: this.perMetre * sizes.joint };
    this.svg.append(this.world);
    this.world.append(this.axes(), ...Object.values(this.layers));
    scene.bodies.forEach((body, k) => {
      const group = svg('g', { 'data-name': body.name });
      for (const solid of body.solids) group.append(solidElement(solid, this.sizes.thin, this.perMetre));
      this.bodies.push({ element: group, colour: colourOf(k) });
      this.add(this.layers.bodies, group, body.frame);
    });
    for (const joint of scene.joints) {
      const group = svg('g', { 'data-name': `joint ${joint.name}`, 'data-joint': joint.type },
                        jointElement(joint, this.sizes, this.perMetre));
      this.add(slides(joint) ? this.layers.rails : this.layers.joints, group, joint.point.frame);
    }
    this.lines = scene.lines.map((line, k) => this.addLine(line, k));
    this.arrows = content.forces.list.map(({ arrow }) => {
      const path = svg('path', { fill: colourOfKind[arrow.kind] ?? colourOfKind['force']!, 'data-arrow': arrow.name });
      this.layers.forces.append(path);
      return path;
    });
    this.painters = meshes.map((mesh) => new MeshPainter(mesh, sizes.thin));
    this.element.append(this.canvas, this.svg);
    this.listen();
    onThemeChange(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  private add(layer: SVGElement, element: SVGElement, frame: number): void {
    layer.append(element);
    if (frame >= 0) this.onFrames.push({ element, frame });
  }

  /** At the origin, where it is in the picture: elsewhere half an axis would be seen. */
  private axes(): SVGElement {
    const { centre, half, radius } = this.content.extent;
    const room = 0.02 * radius;  // for rounding, and for an origin at the edge
    if (Math.abs(centre.x) > half.x + room || Math.abs(centre.y) > half.y + room) return svg('g');
    const length = 0.12 * radiusDrawn;
    return svg('g', {}, svg('path', { d: `M 0 0 H ${length}`, ...thinLine('#d9480f', 1.2) }),
               svg('path', { d: `M 0 0 V ${length}`, ...thinLine('#2f9e44', 1.2) }));
  }

  private addLine(line: SceneLine, k: number): Drawn {
    const { content: { scene, motion }, sizes: { thin } } = this;
    const colour = colourOf(scene.bodies.length + k);
    const looks = {
      rod: [{ stroke: colour, ...fat(thin) }],
      thread: [thinLine(springGrey, 1.5)],
      spring: [thinLine(springGrey, 1.6)],
      cylinder: [{ stroke: '#b9c1c9', ...fat(0.7 * thin) },
                 { stroke: colour, ...fat(1.6 * thin), 'stroke-linecap': 'butt' }],
    }[line.kind];
    const paths = looks.map((look) => svg('path', look));
    this.layers.lines.append(svg('g', { 'data-name': line.name, 'data-line': line.kind }, ...paths));
    return { line, paths, tube: line.kind === 'cylinder' ? this.perMetre * tubeLength(line, motion) : 0 };
  }

  look(): void {
    this.isWhole = true;
    this.draw();
  }

  /** The whole motion in the picture, and the arrows that are shown. */
  private fit(width: number, height: number): void {
    const { forces, look, sizes } = this.content;
    const { centre, half } = forces.room(look);
    this.centre.copy(centre);
    const room = margin * 2;
    const thick = 4 * sizes.thin;
    this.zoom = Math.min(width / (room * half.x + thick), height / (room * half.y + thick)) || 1;
  }

  private resize(width: number, height: number): void {
    this.canvas.width = Math.round(width * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }

  /** Draws at the next frame, once however often it is asked. */
  draw(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.update());
  }

  private update(): void {
    this.isDue = false;
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0) return;
    const { width: oldWidth, height: oldHeight } = this.svg.viewBox.baseVal;
    if (width !== oldWidth || height !== oldHeight) this.resize(width, height);
    if (this.isWhole) this.fit(width, height);
    const { zoom, centre } = this;
    const scale = zoom / this.perMetre;
    this.world.setAttribute('transform', `matrix(${scale} 0 0 ${-scale} ${width / 2 - zoom * centre.x} ` +
                                         `${height / 2 + zoom * centre.y})`);
    this.placeBodies();
    for (const line of this.lines) this.placeLine(line);
    this.placeArrows();
    this.placeTraces();
    if (this.painters.length > 0) {
      this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.paintMeshes(this.context, devicePixelRatio);
    }
    this.svg.dataset['drawn'] ??= String(Math.round(performance.now()));
  }

  private placeBodies(): void {
    const { content: { motion, look }, perMetre } = this;
    for (const { element, frame } of this.onFrames) {
      const { x, y } = motion.positions[frame]!;
      const angle = angleOf(motion.turns[frame]!) * 180 / Math.PI;
      element.setAttribute('transform', `translate(${perMetre * x} ${perMetre * y}) rotate(${angle})`);
    }
    for (const { element, colour } of this.bodies)
      element.setAttribute('color', look.field === '' ? colour : plainGrey);
  }

  /** Where a point is now in the drawing. */
  private place(point: ScenePoint): Vector3 {
    return this.content.motion.place(point, new Vector3()).multiplyScalar(this.perMetre);
  }

  private placeLine({ line, paths, tube }: Drawn): void {
    const at = line.points.map((point) => this.place(point));
    const [a, b] = [at[0]!, at[1]!];
    if (line.kind === 'spring') {
      paths[0]!.setAttribute('d', springPath(a.x, a.y, b.x, b.y, 2.2 * this.sizes.thin));
      return;
    }
    paths[0]!.setAttribute('d', `M ${at.map(({ x, y }) => `${x} ${y}`).join(' L ')}`);
    if (line.kind !== 'cylinder') return;
    const end = b.clone().sub(a).setLength(tube).add(a);
    paths[1]!.setAttribute('d', `M ${a.x} ${a.y} L ${end.x} ${end.y}`);
  }

  private placeArrows(): void {
    this.content.forces.list.forEach((force, k) => {
      const { from, along, newtons, arrow, isVisible } = force;
      const path = this.arrows[k]!;
      path.setAttribute('display', isVisible ? 'inline' : 'none');
      if (!isVisible) return;
      path.setAttribute('data-name', `${arrow.name}: ${short(newtons)} N`);
      path.setAttribute('opacity', String(opacityOf(force)));
      const [x, y, dx, dy] = [from.x, from.y, along.x, along.y].map((length) => this.perMetre * length);
      path.setAttribute('d', arrowPath(x!, y!, dx!, dy!, 0.025 * radiusDrawn));
    });
  }

  setTraces(): void {
    const { content: { motion, look }, perMetre } = this;
    this.layers.traces.replaceChildren();
    this.traces = [...look.traces].map(({ name, point }, k) => {
      const path = motion.paths([point]);
      const places = Array.from({ length: path.length / 3 }, (_, i) => (
        `${perMetre * path[3 * i]!} ${perMetre * path[3 * i + 1]!}`));
      const dot = svg('circle', { r: 0.8 * this.sizes.thin, fill: colourOf(k) });
      this.layers.traces.append(svg('g', { 'data-name': `trace of ${name}`, 'data-trace': name },
                                    svg('path', { d: `M ${places.join(' L ')}`, ...thinLine(colourOf(k), 1.3) }), dot));
      return { dot, point };
    });
  }

  private placeTraces(): void {
    for (const { dot, point } of this.traces) {
      const { x, y } = this.place(point);
      dot.setAttribute('cx', String(x));
      dot.setAttribute('cy', String(y));
    }
  }

  /** From the axes of a mesh to pixels of the page, times `ratio`. */
  private placeOf(frame: number, ratio: number): Place {
    const { motion } = this.content;
    const { width, height } = this.svg.viewBox.baseVal;
    const angle = frame >= 0 ? angleOf(motion.turns[frame]!) : 0;
    const { x, y } = frame >= 0 ? motion.positions[frame]! : { x: 0, y: 0 };
    const s = this.zoom * ratio;
    return { a: s * Math.cos(angle), b: -s * Math.sin(angle), c: -s * Math.sin(angle), d: -s * Math.cos(angle),
             e: ratio * width / 2 + s * (x - this.centre.x), f: ratio * height / 2 - s * (y - this.centre.y) };
  }

  private paintMeshes(context: CanvasRenderingContext2D, ratio: number): void {
    const { scene, look } = this.content;
    scene.meshes.forEach((mesh, k) => this.painters[k]!.paint(
      context, this.placeOf(mesh.frame, ratio), this.zoom * ratio,
      look.field === '' ? colourOf(scene.bodies.length + scene.lines.length + k) : plainGrey));
  }

  nameAt(x: number, y: number): string {
    const directions = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]];
    for (const [dx, dy] of directions) {
      const found = document.elementFromPoint(x + reach * dx!, y + reach * dy!)?.closest('[data-name]');
      if (found && this.svg.contains(found)) return found.getAttribute('data-name')!;
    }
    return this.meshAt(x, y);
  }

  private meshAt(x: number, y: number): string {
    const area = this.svg.getBoundingClientRect();
    const { scene } = this.content;
    for (const [k, mesh] of scene.meshes.entries()) {
      const { a, b, c, d, e, f } = this.placeOf(mesh.frame, 1);
      const [px, py] = [x - area.left - e, y - area.top - f];
      const size = a * d - b * c;
      if (this.painters[k]!.contains((d * px - c * py) / size, (a * py - b * px) / size, reach / this.zoom))
        return mesh.name;
    }
    return '';
  }

  private listen(): void {
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      const area = this.svg.getBoundingClientRect();
      const [x, y] = [event.clientX - area.left - area.width / 2, area.height / 2 - event.clientY + area.top];
      const factor = wheelFactor ** -event.deltaY;
      this.centre.x += x / this.zoom * (1 - 1 / factor);
      this.centre.y += y / this.zoom * (1 - 1 / factor);
      this.zoom *= factor;
      this.isWhole = false;
      this.draw();
    }, { passive: false });
    this.svg.addEventListener('pointerdown', (event) => this.svg.setPointerCapture(event.pointerId));
    this.svg.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) return;
      this.centre.x -= event.movementX / this.zoom;
      this.centre.y += event.movementY / this.zoom;
      this.isWhole = false;
      this.draw();
    });
    this.svg.addEventListener('dblclick', () => this.look());
  }

  /** The drawing as an image cannot see the page, so it says its size itself. */
  async paint(context: CanvasRenderingContext2D, width: number, height: number): Promise<void> {
    if (this.isDue) this.update();
    const copy = this.svg.cloneNode(true) as SVGSVGElement;
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await image.decode();
    context.fillStyle = themeColour('--panel');
    context.fillRect(0, 0, width, height);
    this.paintMeshes(context, width / this.svg.viewBox.baseVal.width);
    context.drawImage(image, 0, 0, width, height);
  }
}
