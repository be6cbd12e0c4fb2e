// Residuals of the constraints and the balance of energy over time, at one tolerance.
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Look } from './look';
import { Plot, type PlotCurve, type PlotPoint, type Reading } from './plot';
import type { Selection } from './selection';
import type { Bench, Point } from './study';
import type { Section } from './work_precision';

const quantities = [
  { name: 'position', title: 'Position residual', label: 'max |g|' },
  { name: 'velocity', title: 'Velocity residual', label: 'max |Gv + g_t|' },
  { name: 'energy', title: 'Energy balance', label: '|E − E₀ − W| in J' },
] as const;
type Quantity = typeof quantities[number]['name'];

/** Zero, which a logarithm does not show, is left out. */
function pointsOf(point: Point, quantity: Quantity): (PlotPoint | null)[] {
  const { trace } = point;
  if (trace === null) return [];
  return trace[quantity].map((y, id) => (y === null || y === 0 ? null : { x: trace.t[id]!, y, id }));
}

export function drift(bench: Bench, look: Look, selection: Selection): Section {
  const all = bench.pairs.flatMap((pair) => pair.points.map(({ row }) => row.rtol));
  const tolerances = [...new Set(all)].sort((a, b) => b - a);
  const select = h('select', { id: 'tolerance' }, ...tolerances.map((rtol, k) => (
    h('option', { value: k, selected: k === Math.floor(tolerances.length / 2) }, short(rtol)))));
  const live = h('p', { class: 'reading', role: 'status', id: 'drift-reading' });
  const at = () => tolerances[Number(select.value)]!;
  const pointOf = (key: string): Point | undefined =>
    bench.pairs.find((pair) => pair.key === key)?.points.find(({ row }) => row.rtol === at());
  const plots: Plot[] = [];
  const onRead = (reading: Reading | null, from: Plot) => {
    const trace = reading === null ? null : pointOf(reading.key)?.trace ?? null;
    const quantity = quantities[plots.indexOf(from)]!;
    live.replaceChildren(...(reading === null || trace === null ? [] : [
      h('strong', {}, reading.key), ` at t = ${short(trace.t[reading.id])}: ${quantity.label} = `,
      short(trace[quantity.name][reading.id])]));
    for (const plot of plots) plot.highlight(reading);
  };
  for (const { title, label } of quantities)
    plots.push(new Plot({ title, xLabel: 't in s', yLabel: label, isXLinear: true, height: 300 }, onRead));
  const draw = () => plots.forEach((plot, k) => {
    const curves = bench.pairs.filter((pair) => selection.isShown(pair.key)).flatMap((pair): PlotCurve[] => {
      const point = pointOf(pair.key);
      if (point === undefined || point.trace === null) return [];
      return [{ key: pair.key, colour: look.colour(pair.method), isDashed: pair.isPeer, marker: null,
                points: pointsOf(point, quantities[k]!.name) }];
    });
    plot.show(curves);
  });
  select.addEventListener('change', draw);
  const has = bench.pairs.some((pair) => pair.points.some(({ trace }) => trace?.energy.some((x) => x !== null)));
  const note = has ? 'The largest values in each hundredth of the time; zeros are left out. ' +
                     'Runs taken over by --resume have no record.' :
    'There is no record: the runs were taken over by --resume, or the case is no mechanism.';
  const element = h('section', { 'aria-label': 'Drift and energy' },
    h('div', { class: 'head' }, h('h2', {}, 'Drift and energy over time'), h('label', {}, 'rtol: ', select)),
    h('p', { class: 'faint' }, note), live,
    h('div', { class: 'plots three' }, ...(has ? plots.map((plot) => plot.element) : [])));
  return { element, draw };
}
