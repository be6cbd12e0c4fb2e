// Curves of the runs over time: the band of their quantiles, and single curves. The mouse names the run.
import { themeColour } from '../common/colours';
import { h } from '../common/dom';
import { short, ticksIn, tickStep, tickTexts, withUnit } from '../common/number';
import { Canvas, fitted } from './canvas';
import type { Selection } from './selection';
import type { Curve, Study } from './study';

const margin = { left: 70, right: 14, top: 8, bottom: 42 };
const nearest = 12;  // pixels from which a curve is caught
const none = -1;

/** The band of these pairs of quantiles, of 5, 25, 50, 75 and 95 %. */
const bands = [[0, 4], [1, 3]] as const;
const median = 2;

function rangeOf(lists: Float32Array[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists)
    for (const x of list)
      if (Number.isFinite(x)) [low, high] = [Math.min(low, x), Math.max(high, x)];
  if (low > high) return [0, 1];
  const room = high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)) ? 0.03 * (high - low) : Math.abs(low) || 1;
  return [low - room, high + room];
}

function figure(curve: Curve, study: Study, selection: Selection): HTMLElement {
  const [low, high] = rangeOf([...curve.quantiles, ...curve.singles]);
  const end = curve.begin + Math.max(curve.points - 1, 1) * curve.every;
  const note = h('p', { class: 'note', 'data-curve-note': curve.name, 'aria-live': 'polite' });
  let hovered = none;  // place among the single curves

  const wide = () => canvas.width - margin.left - margin.right;
  const px = (p: number) => margin.left + p / Math.max(curve.points - 1, 1) * wide();
  const py = (x: number) => canvas.height - margin.bottom -
    (x - low) / (high - low) * (canvas.height - margin.top - margin.bottom);
  const pointAt = (x: number) => Math.round((x - margin.left) / wide() * (curve.points - 1));

  function trace(to: CanvasRenderingContext2D, values: Float32Array): void {
    let isPen = false;
    to.beginPath();
    values.forEach((x, p) => {
      if (Number.isFinite(x) && isPen) to.lineTo(px(p), py(x));
      else if (Number.isFinite(x)) to.moveTo(px(p), py(x));
      isPen = Number.isFinite(x);
    });
    to.stroke();
  }

  function band(to: CanvasRenderingContext2D, below: Float32Array, above: Float32Array): void {
    const places = Array.from(below, (_, p) => p).filter((p) => Number.isFinite(below[p]!));
    to.beginPath();
    for (const p of places) to.lineTo(px(p), py(below[p]!));
    for (const p of places.reverse()) to.lineTo(px(p), py(above[p]!));
    to.fill();
  }

  function axes(to: CanvasRenderingContext2D): void {
    const [right, bottom] = [canvas.width - margin.right, canvas.height - margin.bottom];
    to.strokeStyle = themeColour('--line');
    to.fillStyle = themeColour('--faint');
    to.lineWidth = 0.6;
    to.strokeRect(margin.left, margin.top, right - margin.left, bottom - margin.top);
    const timeStep = tickStep(curve.begin, end, (right - margin.left) / 90);
    const times = ticksIn(curve.begin, end, timeStep);
    const timeTexts = tickTexts(times, timeStep);
    to.textAlign = 'center';
    times.forEach((t, k) => to.fillText(timeTexts[k]!, px((t - curve.begin) / curve.every), bottom + 15));
    to.fillText('t [s]', (margin.left + right) / 2, canvas.height - 6);
    const step = tickStep(low, high, (bottom - margin.top) / 30);
    const values = ticksIn(low, high, step);
    const texts = tickTexts(values, step);
    to.textAlign = 'right';
    values.forEach((x, k) => {
      to.beginPath();
      to.moveTo(margin.left, py(x));
      to.lineTo(right, py(x));
      to.stroke();
      to.fillText(fitted(to, texts[k]!, margin.left - 10), margin.left - 6, py(x) + 4);
    });
  }

  const canvas = new Canvas(withUnit(curve.name, curve.unit), `Curves of ${curve.name} over time`, 300, (to) => {
    axes(to);
    to.fillStyle = themeColour('--accent');
    to.globalAlpha = 0.16;
    for (const [below, above] of bands) band(to, curve.quantiles[below]!, curve.quantiles[above]!);
    const passing = curve.runs.map((run) => selection.passes(study.placeOf(run)));
    const nPassing = passing.filter(Boolean).length;
    to.lineWidth = 1;
    to.strokeStyle = themeColour('--faint');
    to.globalAlpha = Math.max(0.05, Math.min(0.5, 25 / Math.max(nPassing, 1)));
    curve.singles.forEach((values, i) => { if (passing[i]) trace(to, values); });
    to.globalAlpha = 1;
    to.lineWidth = 2;
    to.strokeStyle = themeColour('--accent');
    trace(to, curve.quantiles[median]!);
    to.strokeStyle = themeColour('--ink');
    const selected = selection.run < 0 ? none : curve.runs.indexOf(study.runs[selection.run]!);
    for (const i of new Set([selected, hovered])) if (i !== none) trace(to, curve.singles[i]!);
    canvas.canvas.dataset['curves'] = String(nPassing);
    if (hovered === none) note.textContent = describe(curve, nPassing);
  });

  /** The single curve next to a place. */
  function curveAt({ x, y }: { x: number; y: number }): number {
    const p = pointAt(x);
    let [best, distance] = [none, nearest];
    curve.singles.forEach((values, i) => {
      if (!selection.passes(study.placeOf(curve.runs[i]!))) return;
      const d = Math.abs(py(values[p] ?? NaN) - y);
      if (d < distance) [best, distance] = [i, d];
    });
    return best;
  }
  function hover(i: number, p: number): void {
    if (i !== none)
      note.textContent = `Run ${curve.runs[i]!}: ${short(curve.singles[i]![p]!)} at ` +
        `t = ${short(curve.begin + p * curve.every)} s; median ${short(curve.quantiles[median]![p]!)}; ` +
        'a click selects the run';
    if (i === hovered) return;
    hovered = i;
    canvas.draw();
  }
  canvas.canvas.addEventListener('pointermove', (event) => {
    const place = canvas.place(event);
    hover(curveAt(place), pointAt(place.x));
  });
  canvas.canvas.addEventListener('pointerleave', () => hover(none, 0));
  canvas.canvas.addEventListener('click', (event) => {
    // Places of clicks are whole pixels: the curve that was named is meant.
    const i = hovered !== none ? hovered : curveAt(canvas.place(event));
    selection.select(i === none ? -1 : study.placeOf(curve.runs[i]!));
  });
  selection.onChange(() => canvas.draw());
  return h('div', {}, canvas.element, note);
}

function describe(curve: Curve, nShown: number): string {
  const thinned = curve.stride > 1 ? `; every ${curve.stride}th point of the grid` : '';
  const part = curve.runs.length < curve.okRuns ? ` of ${curve.okRuns}` : '';
  return `Line: median of ${curve.bandRuns} runs; bands: 25 to 75 % and 5 to 95 % of them; thin: ` +
    `${nShown}${part} single runs${thinned}`;
}

export function curves(study: Study, selection: Selection): HTMLElement[] {
  const list = study.curves;
  if (list.length === 0) return [];
  return [h('section', { 'aria-label': 'Curves' }, h('h2', {}, 'Curves'),
    h('div', { class: 'curves' }, ...list.map((curve) => figure(curve, study, selection))))];
}
