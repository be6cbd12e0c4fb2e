// Error against work: one diagram a group of unknowns, all over the same kind of work.
import { h } from '../common/dom';
import { factorisations, short } from '../common/number';
import type { Look } from './look';
import { Plot, type PlotCurve, type PlotPoint, type Reading } from './plot';
import type { Selection } from './selection';
import type { Bench, Pair, Row, Summary } from './study';

interface Work {
  name: string;
  label: string;
  of: (row: Row) => number | null;
}

const works: Work[] = [
  { name: 'cpu', label: 'processor time in s', of: (row) => row.cpu_seconds },
  { name: 'rhs', label: 'right-hand sides', of: (row) => row.rhs },
  { name: 'factorizations', label: 'factorisations', of: (row) => row.factorizations },
];

interface Error {
  title: string;
  label: string;
  of: (row: Row) => number | null;
}

const measureLabels: Record<Summary['measure'], string> = {
  scd: 'largest relative error (10^−scd)', mescd: 'largest mixed error (10^−mescd)', error: 'Euclidean error',
};

type Measure = Summary['measure'];

/** The error that corresponds to the digits of a run. */
function errorBy(measure: Measure, row: Row): number | null {
  if (measure === 'error') return row.error;
  const digits = measure === 'scd' ? row.scd : row.mescd;
  return digits === null ? null : 10 ** -digits;
}

/** The measures of digits that some run has; the one of the summary comes first. */
function measuresOf(bench: Bench): Measure[] {
  const first = bench.summary?.measure;
  if (first === undefined) return [];
  const others = (['scd', 'mescd'] as Measure[]).filter((measure) => measure !== first);
  return [first, ...others].filter((measure) => (
    bench.pairs.some((pair) => pair.points.some(({ row }) => errorBy(measure, row) !== null))));
}

function errorsOf(bench: Bench, measure: () => Measure | undefined): Error[] {
  const all: Error[] = [
    { title: 'Positions q', label: 'Euclidean error of q', of: (row) => row.error_q },
    { title: 'Velocities v', label: 'Euclidean error of v', of: (row) => row.error_v },
    { title: 'Multipliers λ', label: 'Euclidean error of λ', of: (row) => row.error_lambda },
  ];
  const first = measure();
  if (first !== undefined)
    all.push({ title: 'Digits', label: measureLabels[first], of: (row) => errorBy(measure() ?? first, row) });
  return all.filter((error) => bench.pairs.some((pair) => pair.points.some(({ row }) => error.of(row) !== null)));
}

/** An error of zero is drawn as the resolution of a double. */
const smallest = 1e-16;

function pointsOf(pair: Pair, work: Work, error: Error): (PlotPoint | null)[] {
  return pair.points.map(({ row }, id) => {
    const x = work.of(row);
    const y = error.of(row);
    if (row.status !== 'ok' || x === null || x <= 0 || y === null) return null;
    return { x, y: Math.max(y, smallest), id };
  });
}

/** What is told of a run when it is read. */
function reading(pair: Pair, id: number): HTMLElement {
  const { row } = pair.points[id]!;
  const facts: [string, string][] = [
    ['rtol', short(row.rtol)], ['time', `${short(row.cpu_seconds)} s`],
    ['steps', `${row.accepted} + ${row.steps - row.accepted}`], ['right-hand sides', String(row.rhs)],
    ['factorisations', factorisations(row.factorizations, row.complex_factorizations)],
    ['error q', short(row.error_q)], ['v', short(row.error_v)], ['λ', short(row.error_lambda)],
    ['scd', short(row.scd)], ['position', short(row.drift_position)], ['energy', short(row.energy_drift)],
  ];
  const told = facts.map(([name, text]) => (
    h('span', { class: 'fact' }, h('span', { class: 'faint' }, name), ` ${text}`)));
  return h('span', {}, h('strong', {}, pair.key), ...told);
}

export interface Section {
  element: HTMLElement;
  draw: () => void;
}

export function workPrecision(bench: Bench, look: Look, selection: Selection): Section {
  const measures = measuresOf(bench);
  const measureSelect = h('select', { id: 'measure' },
    ...measures.map((measure) => h('option', { value: measure }, measure)));
  const measure = () => measures.find((name) => name === measureSelect.value) ?? measures[0];
  const errors = errorsOf(bench, measure);
  const select = h('select', { id: 'work' }, ...works.map((work) => h('option', { value: work.name }, work.label)));
  const live = h('p', { class: 'reading', role: 'status', id: 'reading' });
  const idle = 'Point at a curve, or choose a diagram with Tab and use the arrow keys, to read it.';
  live.textContent = idle;
  const plots: Plot[] = [];
  const onRead = (at: Reading | null) => {
    const pair = at === null ? undefined : bench.pairs.find((one) => one.key === at.key);
    live.replaceChildren(pair === undefined || at === null ? idle : reading(pair, at.id));
    for (const plot of plots) plot.highlight(at);
  };
  const work = () => works.find(({ name }) => name === select.value)!;
  for (const error of errors)
    plots.push(new Plot({ title: error.title, xLabel: work().label, yLabel: error.label, isXLinear: false,
                          height: 330 }, onRead));
  const draw = () => plots.forEach((plot, k) => {
    const curves = bench.pairs.filter((pair) => selection.isShown(pair.key)).map((pair): PlotCurve => ({
      key: pair.key, colour: look.colour(pair.method), isDashed: pair.isPeer,
      points: pointsOf(pair, work(), errors[k]!), marker: () => look.marker(pair.method, pair.formulation),
    }));
    const chosen = measure();
    const isDigits = errors[k]!.title === 'Digits' && chosen !== undefined;
    plot.show(curves, work().label, isDigits ? measureLabels[chosen] : undefined);
  });
  select.addEventListener('change', draw);
  measureSelect.addEventListener('change', draw);
  const note = errors.length === 0 ?
    'This case has no reference digits here, so there are no errors to show; see: pleuel advise.' :
    'Down and left is better. One point a tolerance; a gap is a failed run. ' +
    'Colour: method; marker: formulation; dashed: a peer.';
  const element = h('section', { 'aria-label': 'Work and precision' },
    h('div', { class: 'head' }, h('h2', {}, 'Error against work'),
      ...(errors.length > 0 ? [h('label', {}, 'Work: ', select)] : []),
      ...(measures.length > 1 ? [h('label', {}, 'Digits: ', measureSelect)] : [])),
    h('p', { class: 'faint' }, note), ...(errors.length > 0 ? [live] : []),
    h('div', { class: 'plots' }, ...plots.map((plot) => plot.element)));
  return { element, draw };
}
