// What the solver did: step sizes, orders, work, residuals and energy, over time and at the moment.
import type { Charts, Curve } from '../common/chart';
import { colourOf } from '../common/colours';
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Clock } from './clock';
import { indexAt, type Table } from './run_data';

const chartHeight = 188;

type Values = Record<string, Float32Array>;

const hasNumbers = (values: Float32Array): boolean => values.some((x) => !Number.isNaN(x));
const hasWork = (values: Float32Array): boolean => values.some((x) => x > 0);

/** Step sizes where a try was rejected before. */
function rejectedSteps(values: Values): Float32Array {
  return values['h']!.map((h, i) => (values['rejected']![i]! + values['newton_failures']![i]! > 0 ? h : NaN));
}

function counts(values: Values): Curve[] {
  const labels: [string, string][] = [['order', 'order'], ['iterations', 'Newton iterations'],
    ['rejected', 'rejected tries'], ['newton_failures', 'Newton failures']];
  return labels.filter(([name]) => hasWork(values[name]!)).map(([name, label], k) => (
    { label, values: values[name]!, colour: colourOf(k), style: 'steps' }));
}

function residuals(values: Values): Curve[] {
  return ['position', 'velocity', 'acceleration'].filter((name) => hasWork(values[name]!)).map((name, k) => (
    { label: name, values: values[name]!, colour: colourOf(k), style: 'line' }));
}

function addCharts(place: HTMLElement, values: Values, times: Float64Array, charts: Charts): void {
  const common = { times, height: chartHeight };
  charts.add(place, {
    ...common, title: 'Step size', unit: 's', isLogarithmic: true,
    curves: [{ label: 'h', values: values['h']!, colour: colourOf(0), style: 'steps' },
             { label: 'after a rejected try', values: rejectedSteps(values), colour: colourOf(3), style: 'points' }],
  });
  charts.add(place, { ...common, title: 'Order and work of each step', unit: '', curves: counts(values) });
  const levels = residuals(values);
  if (levels.length > 0)
    charts.add(place, { ...common, title: 'Constraint residuals', unit: '', isLogarithmic: true, curves: levels });
  if (hasNumbers(values['energy_error']!))
    charts.add(place, {
      ...common, title: 'Energy balance: E − E₀ − work', unit: 'J',
      curves: [{ label: 'lost or fed in', values: values['energy_error']!, colour: colourOf(4) }],
    });
}

const momentRows: [string, string, string][] = [
  ['h', 'Step size', 's'], ['order', 'Order', ''], ['iterations', 'Newton iterations', ''],
  ['rejected', 'Rejected tries', ''], ['newton_failures', 'Newton failures', ''], ['rhs', 'Right-hand sides', ''],
  ['jacobians', 'Jacobians', ''], ['factorizations', 'Factorisations', ''],
  ['position', 'Position residual', ''], ['velocity', 'Velocity residual', ''],
  ['acceleration', 'Acceleration residual', ''], ['energy', 'Energy', 'J'], ['energy_error', 'Energy balance', 'J']];

/** The step that leads to the moment: the first that ends at or after it. */
function stepAt(times: Float64Array, t: number): number {
  const before = indexAt(times, t);
  return times[before]! < t && before + 1 < times.length ? before + 1 : before;
}

function moment(values: Values, times: Float64Array, clock: Clock): HTMLElement {
  const cells = new Map<string, HTMLElement>();
  // A method that takes no Newton iterations, or does not count them, says nothing of them.
  const isTold = (name: string) => (name === 'iterations' ? hasWork(values[name]!) : hasNumbers(values[name]!));
  const rows = momentRows.filter(([name]) => isTold(name)).map(([name, label, unit]) => {
    const cell = h('td', { class: 'number' });
    cells.set(name, cell);
    return h('tr', {}, h('th', { scope: 'row' }, label), cell, h('td', {}, unit));
  });
  clock.listen((t) => {
    const k = stepAt(times, t);
    for (const [name, cell] of cells) cell.textContent = short(values[name]![k]);
  });
  return h('div', { class: 'panel moment' }, h('h3', {}, 'The step at this moment'), h('table', {}, ...rows));
}

export function solver(steps: Table, clock: Clock, charts: Charts): HTMLElement {
  const section = h('section', { class: 'solver', 'aria-label': 'What the solver did' },
                    h('h2', {}, 'What the solver did'));
  if (steps.times.length === 0) {
    section.append(h('p', {}, 'No step was accepted.'));
    return section;
  }
  const values: Values = Object.fromEntries(steps.columns.map((column) => [column.name, column.values]));
  if (!hasNumbers(values['h']!)) {  // the shape of a mode, which no solver found
    section.hidden = true;
    return section;
  }
  const place = h('div', { class: 'charts' });
  section.append(h('div', { class: 'solver-grid' }, moment(values, steps.times, clock), place));
  requestAnimationFrame(() => addCharts(place, values, steps.times, charts));
  return section;
}
