// One column over another, coloured by a third.
import { scaleColour, themeColour } from '../common/colours';
import { h } from '../common/dom';
import { withUnit } from '../common/number';
import { Canvas, fitted } from './canvas';
import { Scale } from './scale';
import type { Selection } from './selection';
import type { Column, Study } from './study';

const margin = { left: 70, right: 14, top: 8, bottom: 42 };
const nearest = 12;  // pixels from which a point is caught
const none = -1;

function choice(study: Study, id: string, label: string, first: number, hasNone = false): HTMLSelectElement {
  const options = study.columns.map((column, k) => h('option', { value: k, selected: k === first }, column.name));
  if (hasNone) options.unshift(h('option', { value: none, selected: first === none }, 'state of the run'));
  return h('select', { id, 'aria-label': label }, ...options);
}

export function scatter(study: Study, selection: Selection): HTMLElement {
  const firstOutput = Math.max(study.columns.findIndex((column) => column.isOutput), 0);
  const xs = choice(study, 'scatter-x', 'Horizontal axis', 0);
  const ys = choice(study, 'scatter-y', 'Vertical axis', firstOutput);
  const colours = choice(study, 'scatter-colour', 'Colour', study.columns.length > 2 ? 1 : none, true);
  const places: { x: number; y: number; k: number }[] = [];
  const legend = h('p', { class: 'note', id: 'scatter-legend' });

  const canvas = new Canvas('', 'Scatter plot: each point is a run', 380, (to) => {
    const x = study.columns[Number(xs.value)]!;
    const y = study.columns[Number(ys.value)]!;
    const colour: Column | undefined = study.columns[Number(colours.value)];
    const [sx, sy] = [new Scale(x), new Scale(y)];
    const right = canvas.width - margin.right;
    const bottom = canvas.height - margin.bottom;
    const px = (value: number) => margin.left + (0.02 + 0.96 * sx.at(value)) * (right - margin.left);
    const py = (value: number) => bottom - (0.02 + 0.96 * sy.at(value)) * (bottom - margin.top);
    to.strokeStyle = themeColour('--line');
    to.fillStyle = themeColour('--faint');
    to.lineWidth = 0.6;
    to.strokeRect(margin.left, margin.top, right - margin.left, bottom - margin.top);
    for (const { at, text } of sx.ticks((right - margin.left) / 90)) {
      const place = margin.left + (0.02 + 0.96 * at) * (right - margin.left);
      to.beginPath();
      to.moveTo(place, margin.top);
      to.lineTo(place, bottom);
      to.stroke();
      to.textAlign = 'center';
      to.fillText(fitted(to, text, 90), place, bottom + 15);
    }
    for (const { at, text } of sy.ticks((bottom - margin.top) / 30)) {
      const place = bottom - (0.02 + 0.96 * at) * (bottom - margin.top);
      to.beginPath();
      to.moveTo(margin.left, place);
      to.lineTo(right, place);
      to.stroke();
      to.textAlign = 'right';
      to.fillText(fitted(to, text, margin.left - 10), margin.left - 6, place + 4);
    }
    to.textAlign = 'center';
    to.fillText(withUnit(x.name, x.unit), (margin.left + right) / 2, canvas.height - 6);
    to.save();
    to.translate(12, (margin.top + bottom) / 2);
    to.rotate(-Math.PI / 2);
    to.fillText(withUnit(y.name, y.unit), 0, 0);
    to.restore();
    places.length = 0;
    const scale = colour === undefined ? null : new Scale(colour);
    const [good, bad] = [themeColour('--accent'), themeColour('--bad')];
    let nShown = 0;
    for (let k = 0; k < study.states.length; ++k) {
      const [vx, vy] = [x.values[k]!, y.values[k]!];
      if (study.states[k] === 0 || !Number.isFinite(vx) || !Number.isFinite(vy)) continue;
      const place = { x: px(vx), y: py(vy), k };
      const isFront = selection.passes(k);
      nShown += isFront ? 1 : 0;
      places.push(place);
      const value = colour?.values[k] ?? NaN;
      const [r, g, b] = scale === null || !Number.isFinite(value) ? [0, 0, 0] : scaleColour(scale.at(value));
      to.fillStyle = scale === null || !Number.isFinite(value) ? (study.isOk(k) ? good : bad) :
        `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
      to.globalAlpha = isFront ? 0.85 : 0.12;
      to.beginPath();
      to.arc(place.x, place.y, study.states.length > 2000 ? 2 : 3.5, 0, 2 * Math.PI);
      to.fill();
    }
    to.globalAlpha = 1;
    const chosen = places.find(({ k }) => k === selection.run);
    if (chosen !== undefined) {
      to.strokeStyle = themeColour('--ink');
      to.lineWidth = 2;
      to.beginPath();
      to.arc(chosen.x, chosen.y, 8, 0, 2 * Math.PI);
      to.stroke();
    }
    canvas.canvas.dataset['points'] = String(nShown);
    legend.textContent = `${nShown} points` + (scale === null ? '' :
      `; colour: ${withUnit(colour!.name, colour!.unit)}, dark ${scale.ticks(2)[0]?.text ?? ''} to light ` +
      `${scale.ticks(2).at(-1)?.text ?? ''}`);
  });
  canvas.canvas.addEventListener('click', (event) => {
    const { x, y } = canvas.place(event);
    let best = -1;
    let distance = nearest;
    for (const place of places) {
      const d = Math.hypot(place.x - x, place.y - y);
      if (d < distance) [best, distance] = [place.k, d];
    }
    selection.select(best);
  });
  for (const select of [xs, ys, colours]) select.addEventListener('change', () => canvas.draw());
  selection.onChange(() => canvas.draw());
  return h('section', { 'aria-label': 'Scatter plot' }, h('h2', {}, 'Runs'),
    h('p', { class: 'choices' }, ys, ' over ', xs, ', colour ', colours), canvas.element, legend);
}
