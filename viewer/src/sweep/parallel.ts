// Parallel coordinates: an axis per column, a line per run. Dragging along an axis keeps the runs inside.
import { themeColour } from '../common/colours';
import { h } from '../common/dom';
import { withUnit } from '../common/number';
import { Canvas, fitted } from './canvas';
import { Scale } from './scale';
import type { Selection } from './selection';
import type { Study } from './study';

const margin = { left: 60, right: 60, top: 26, bottom: 12 };
const nearAxis = 24;  // pixels
const clickSize = 4;  // pixels that a click may move
const mostFaint = 3000;  // lines behind the others

export function parallel(study: Study, selection: Selection): HTMLElement {
  const scales = study.columns.map((column) => new Scale(column));
  const n = study.columns.length;
  let dragged: { axis: number; from: number; to: number } | null = null;

  const axisX = (k: number) => margin.left + (n > 1 ? k / (n - 1) : 0.5) * (canvas.width - margin.left - margin.right);
  const axisY = (at: number) => canvas.height - margin.bottom - at * (canvas.height - margin.top - margin.bottom);
  const atOf = (y: number) => (canvas.height - margin.bottom - y) / (canvas.height - margin.top - margin.bottom);

  function line(to: CanvasRenderingContext2D, k: number): void {
    let isPen = false;
    to.beginPath();
    for (let c = 0; c < n; ++c) {
      const x = study.columns[c]!.values[k]!;
      if (!Number.isFinite(x)) {
        isPen = false;
        continue;
      }
      if (isPen) to.lineTo(axisX(c), axisY(scales[c]!.at(x)));
      else to.moveTo(axisX(c), axisY(scales[c]!.at(x)));
      isPen = true;
    }
    to.stroke();
  }

  const label = 'Parallel coordinates: each line is a run, each axis a parameter or an output';
  const canvas = new Canvas('', label, 340, (to) => {
    const runs = Array.from(study.states, (_, k) => k).filter((k) => study.states[k] !== 0);
    const front = runs.filter((k) => selection.passes(k));
    const behind = selection.filters.size > 0 ? runs.filter((k) => !selection.passes(k)) : [];
    to.lineWidth = 1;
    to.globalAlpha = 0.06;
    to.strokeStyle = themeColour('--faint');
    behind.slice(0, mostFaint).forEach((k) => line(to, k));
    to.globalAlpha = Math.max(0.04, Math.min(0.6, 60 / Math.max(front.length, 1)));
    for (const k of front) {
      to.strokeStyle = themeColour(study.isOk(k) ? '--accent' : '--bad');
      line(to, k);
    }
    to.globalAlpha = 1;
    if (selection.run >= 0) {
      to.strokeStyle = themeColour('--ink');
      to.lineWidth = 2.5;
      line(to, selection.run);
    }
    to.lineWidth = 1;
    const room = (canvas.width - margin.left - margin.right) / Math.max(n - 1, 1) - 8;
    study.columns.forEach((column, c) => {
      to.strokeStyle = themeColour('--faint');
      to.fillStyle = themeColour('--ink');
      to.beginPath();
      to.moveTo(axisX(c), axisY(0));
      to.lineTo(axisX(c), axisY(1));
      to.stroke();
      to.textAlign = 'center';
      to.fillText(fitted(to, withUnit(column.name, column.unit), Math.max(room, 40)), axisX(c), margin.top - 10);
      to.fillStyle = themeColour('--faint');
      to.textAlign = 'right';
      for (const { at, text } of scales[c]!.ticks(5))
        to.fillText(fitted(to, text, Math.max(Math.min(room, 56), 20)), axisX(c) - 4, axisY(at) + 4);
      const range = dragged?.axis === c ? [Math.min(dragged.from, dragged.to), Math.max(dragged.from, dragged.to)] :
        selection.filters.get(c)?.map((x) => scales[c]!.at(x));
      if (range === undefined) return;
      to.fillStyle = themeColour('--accent');
      to.globalAlpha = 0.35;
      to.fillRect(axisX(c) - 5, axisY(range[1]!), 10, axisY(range[0]!) - axisY(range[1]!));
      to.globalAlpha = 1;
    });
    canvas.canvas.dataset['lines'] = String(front.length);
    note.textContent = `${front.length} runs` +
      (selection.filters.size > 0 ? ' pass the filters; double-click an axis to remove its filter' :
        '; drag along an axis to keep the runs inside');
  });
  const note = h('p', { class: 'note', id: 'parallel-note' });

  const axisAt = (x: number) => {
    const c = n > 1 ? Math.round((x - margin.left) / (canvas.width - margin.left - margin.right) * (n - 1)) : 0;
    return c >= 0 && c < n && Math.abs(axisX(c) - x) < nearAxis ? c : -1;
  };
  canvas.canvas.addEventListener('pointerdown', (event) => {
    const { x, y } = canvas.place(event);
    const axis = axisAt(x);
    if (axis < 0) return;
    canvas.canvas.setPointerCapture(event.pointerId);
    dragged = { axis, from: atOf(y), to: atOf(y) };
  });
  canvas.canvas.addEventListener('pointermove', (event) => {
    if (dragged === null) return;
    dragged.to = atOf(canvas.place(event).y);
    canvas.draw();
  });
  canvas.canvas.addEventListener('pointerup', () => {
    if (dragged === null) return;
    const { axis, from, to } = dragged;
    dragged = null;
    if (Math.abs(axisY(from) - axisY(to)) < clickSize) return;
    const scale = scales[axis]!;
    selection.filter(axis, [scale.value(Math.min(from, to)), scale.value(Math.max(from, to))]);
  });
  canvas.canvas.addEventListener('dblclick', (event) => {
    const axis = axisAt(canvas.place(event).x);
    if (axis >= 0) selection.filter(axis, null);
  });
  selection.onChange(() => canvas.draw());
  return h('section', { 'aria-label': 'Parallel coordinates' }, h('h2', {}, 'Parameters and outputs side by side'),
    canvas.element, note);
}
