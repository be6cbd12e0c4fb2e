// Curves in a plane with logarithmic axes (or a linear one below), read by pointer and keyboard.
import { h } from '../common/dom';
import { svg } from '../common/svg';

export interface PlotPoint {
  x: number;
  y: number;
  /** What the reader is told of it. */
  id: number;
}

export interface PlotCurve {
  key: string;
  colour: string;
  isDashed: boolean;
  /** Joined in this order; null breaks the line. */
  points: (PlotPoint | null)[];
  marker: (() => SVGElement) | null;
}

export interface PlotSpec {
  title: string;
  xLabel: string;
  yLabel: string;
  isXLinear: boolean;
  height: number;
}

const margin = { left: 58, right: 12, top: 8, bottom: 40 };
const nearest = 28;  // pixels from which a point is caught

interface Scale {
  low: number;
  high: number;
  isLinear: boolean;
}

const at = (scale: Scale, value: number): number =>
  ((scale.isLinear ? value : Math.log10(value)) - scale.low) / (scale.high - scale.low);

function scaleOf(values: number[], isLinear: boolean): Scale {
  const numbers = isLinear ? values : values.map(Math.log10);
  let low = Infinity;
  let high = -Infinity;
  for (const x of numbers) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  if (low > high) [low, high] = [0, 1];
  if (isLinear) return { low, high: high > low ? high : low + 1, isLinear };
  const pad = 0.04 * Math.max(high - low, 0.5);
  return { low: low - pad, high: high + pad, isLinear };
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const power = (exponent: number): string =>
  `10${exponent < 0 ? '⁻' : ''}${String(Math.abs(exponent)).replace(/\d/g, (digit) => superscripts[Number(digit)]!)}`;

/** Places of lines and their names. */
function ticks(scale: Scale, most: number): { value: number; name: string }[] {
  if (scale.isLinear) {
    const raw = (scale.high - scale.low) / most;
    const unit = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => size >= raw)!;
    const first = Math.ceil(scale.low / step);
    const n = Math.floor(scale.high / step + 1e-9) - first + 1;
    const values = Array.from({ length: n }, (_, k) => Number(((first + k) * step).toPrecision(6)));
    return values.map((value) => ({ value, name: String(value) }));
  }
  const first = Math.ceil(scale.low);
  const last = Math.floor(scale.high);
  const stride = Math.max(1, Math.ceil((last - first + 1) / most));
  const list = [];
  for (let exponent = first; exponent <= last; ++exponent)
    if (exponent % stride === 0) list.push({ value: 10 ** exponent, name: power(exponent) });
  // Less than a decade: some numbers between.
  if (list.length < 2 && last - first < 1) {
    for (const factor of [1, 2, 3, 5])
      for (const exponent of [Math.floor(scale.low), Math.ceil(scale.low)]) {
        const value = factor * 10 ** exponent;
        const isInside = Math.log10(value) >= scale.low && Math.log10(value) <= scale.high;
        if (isInside && !list.some((tick) => tick.value === value))
          list.push({ value, name: Number(value.toPrecision(1)).toExponential() });
      }
  }
  return list;
}

/** 2, 3, … 9 times the powers of ten. */
function minorTicks(scale: Scale): number[] {
  const values = [];
  for (let exponent = Math.floor(scale.low); exponent <= Math.floor(scale.high); ++exponent)
    for (let factor = 2; factor <= 9; ++factor) values.push(factor * 10 ** exponent);
  return values.filter((value) => Math.log10(value) > scale.low && Math.log10(value) < scale.high);
}

/** What is under the pointer or the keyboard's place: a curve, and a point of it. */
export interface Reading {
  key: string;
  id: number;
}

export class Plot {
  readonly element: HTMLElement;
  private readonly picture: SVGSVGElement;
  private curves: PlotCurve[] = [];
  private places = new Map<string, { x: number; y: number; id: number }[]>();
  private groups = new Map<string, SVGGElement>();
  private reading: Reading | null = null;
  private ring = svg('circle', { r: 8, class: 'ring' });

  constructor(private readonly spec: PlotSpec,
              private readonly onRead: (reading: Reading | null, from: Plot) => void) {
    this.picture = svg('svg', { class: 'plot', height: spec.height, tabindex: 0, role: 'application',
                                'aria-roledescription': 'diagram', 'aria-label':
      `${spec.title}: ${spec.yLabel} over ${spec.xLabel}. Arrow keys: along a curve, and to the next one.` });
    this.element = h('figure', { class: 'plot' }, h('figcaption', {}, spec.title), this.picture);
    this.picture.addEventListener('pointermove', (event) => this.point(event));
    this.picture.addEventListener('pointerleave', () => this.read(null));
    this.picture.addEventListener('keydown', (event) => this.step(event));
    this.picture.addEventListener('blur', () => this.read(null));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(curves: PlotCurve[], xLabel = this.spec.xLabel, yLabel = this.spec.yLabel): void {
    this.curves = curves;
    this.spec.xLabel = xLabel;
    this.spec.yLabel = yLabel;
    this.draw();
  }

  /** Shows a curve above the others, and a point of it, or all alike. */
  highlight(reading: Reading | null): void {
    this.reading = reading;
    for (const [key, group] of this.groups) {
      group.classList.toggle('back', reading !== null && key !== reading.key);
      group.classList.toggle('front', reading !== null && key === reading.key);
    }
    const place = reading === null ? undefined : this.places.get(reading.key)?.find(({ id }) => id === reading.id);
    this.ring.setAttribute('visibility', place ? 'visible' : 'hidden');
    if (place) {
      this.ring.setAttribute('cx', String(place.x));
      this.ring.setAttribute('cy', String(place.y));
    }
  }

  private read(reading: Reading | null): void {
    if (reading?.key === this.reading?.key && reading?.id === this.reading?.id) return;
    this.onRead(reading, this);
  }

  private draw(): void {
    const width = Math.max(this.element.clientWidth, 240);
    const { height, isXLinear, xLabel, yLabel } = this.spec;
    this.picture.setAttribute('width', String(width));
    this.picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const all = this.curves.flatMap((curve) => curve.points.filter((point) => point !== null));
    const xs = scaleOf(all.map((point) => point.x), isXLinear);
    const ys = scaleOf(all.map((point) => point.y), false);
    const right = width - margin.right;
    const bottom = height - margin.bottom;
    const px = (x: number) => margin.left + at(xs, x) * (right - margin.left);
    const py = (y: number) => bottom - at(ys, y) * (bottom - margin.top);

    const lines = svg('g', { class: 'grid' });
    for (const { value, name } of ticks(xs, Math.max(3, (right - margin.left) / 70))) {
      lines.append(svg('line', { x1: px(value), x2: px(value), y1: margin.top, y2: bottom }),
                   svg('text', { x: px(value), y: bottom + 15, 'text-anchor': 'middle' }, name));
    }
    for (const { value, name } of ticks(ys, Math.max(3, (bottom - margin.top) / 22))) {
      lines.append(svg('line', { x1: margin.left, x2: right, y1: py(value), y2: py(value) }),
                   svg('text', { x: margin.left - 6, y: py(value) + 4, 'text-anchor': 'end' }, name));
    }
    for (const value of isXLinear ? [] : minorTicks(xs))
      lines.append(svg('line', { x1: px(value), x2: px(value), y1: bottom, y2: bottom - 4, class: 'minor' }));
    const size = { width: right - margin.left, height: bottom - margin.top };
    lines.append(svg('rect', { x: margin.left, y: margin.top, ...size }),
                 svg('text', { x: (margin.left + right) / 2, y: height - 6, 'text-anchor': 'middle' }, xLabel),
                 svg('text', { x: 0, y: 0, 'text-anchor': 'middle',
                               transform: `translate(12 ${(margin.top + bottom) / 2}) rotate(-90)` }, yLabel));
    this.places.clear();
    this.groups.clear();
    const drawn = this.curves.map((curve) => this.curve(curve, px, py));
    const empty = all.length === 0 ?
      [svg('text', { x: width / 2, y: height / 2, 'text-anchor': 'middle' }, 'no curve is shown')] : [];
    this.picture.replaceChildren(lines, ...drawn, this.ring, ...empty);
    this.highlight(this.reading);
  }

  private curve(curve: PlotCurve, px: (x: number) => number, py: (y: number) => number): SVGGElement {
    const group = svg('g', { class: 'curve', 'data-key': curve.key });
    const places: { x: number; y: number; id: number }[] = [];
    let path = '';
    let isPen = false;
    for (const point of curve.points) {
      if (point === null) {
        isPen = false;
        continue;
      }
      const place = { x: px(point.x), y: py(point.y), id: point.id };
      places.push(place);
      path += `${isPen ? 'L' : 'M'}${place.x.toFixed(1)},${place.y.toFixed(1)}`;
      isPen = true;
    }
    group.append(svg('path', { d: path, fill: 'none', stroke: curve.colour, 'stroke-width': 1.5,
                               ...(curve.isDashed ? { 'stroke-dasharray': '5 3' } : {}) }));
    if (curve.marker !== null)
      for (const place of places) {
        const marker = curve.marker();
        marker.setAttribute('transform', `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
        group.append(marker);
      }
    this.places.set(curve.key, places);
    this.groups.set(curve.key, group);
    return group;
  }

  private point(event: PointerEvent): void {
    const box = this.picture.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    let best: Reading | null = null;
    let distance = nearest;
    for (const [key, places] of this.places)
      for (const place of places) {
        const d = Math.hypot(place.x - x, place.y - y);
        if (d < distance) {
          distance = d;
          best = { key, id: place.id };
        }
      }
    this.read(best);
  }

  private step(event: KeyboardEvent): void {
    const keys = [...this.places].filter(([, places]) => places.length > 0).map(([key]) => key);
    if (event.key === 'Escape') return this.read(null);
    if (!event.key.startsWith('Arrow') || keys.length === 0) return;
    event.preventDefault();
    const k = this.reading === null ? -1 : keys.indexOf(this.reading.key);
    if (k < 0) return this.read({ key: keys[0]!, id: this.places.get(keys[0]!)![0]!.id });
    const here = this.places.get(keys[k]!)!;
    const i = Math.max(0, here.findIndex(({ id }) => id === this.reading!.id));
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const next = Math.min(Math.max(i + (event.key === 'ArrowRight' ? 1 : -1), 0), here.length - 1);
      return this.read({ key: keys[k]!, id: here[next]!.id });
    }
    const turn = event.key === 'ArrowDown' ? 1 : keys.length - 1;
    const key = keys[(k + turn) % keys.length]!;
    const there = this.places.get(key)!;
    this.read({ key, id: there[Math.min(i, there.length - 1)]!.id });
  }
}
