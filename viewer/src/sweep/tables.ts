// Statistics, main effects, best and worst runs, failed runs, and where all of it comes from.
import { h } from '../common/dom';
import { short, withUnit } from '../common/number';
import { svg } from '../common/svg';
import type { Selection } from './selection';
import type { Effect, RankedRun, Study } from './study';

const cell = (x: number | null) => h('td', { class: 'number' }, short(x));
const percent = (x: number | null) => (x === null ? '–' : `${Math.round(100 * x)} %`);

/** A button that selects a run. */
function runButton(run: number, study: Study, selection: Selection): HTMLElement {
  const k = study.runs.indexOf(run);
  if (k < 0) return h('span', {}, String(run));
  const button = h('button', { type: 'button', 'data-run': run }, String(run));
  button.addEventListener('click', () => selection.select(k));
  const page = study.page(k);
  if (page === null) return button;
  return h('span', { class: 'run' }, button, ' ', h('a', { href: page, target: '_blank' }, 'page'));
}

export function statistics(study: Study, selection: Selection): HTMLElement {
  const { outputs, solver_error: twins } = study.findings;
  const numbers = outputs.filter((output) => !output.is_verdict).map((output) => h('tr', {},
    h('th', { scope: 'row' }, withUnit(output.name, output.unit)), cell(output.mean), cell(output.deviation),
    cell(output.solver_error), cell(output.scatter), cell(output.min), cell(output.q05), cell(output.median),
    cell(output.q95), cell(output.max),
    h('td', {}, runButton(output.run_of_min, study, selection), ' ', runButton(output.run_of_max, study, selection))));
  const verdicts = outputs.filter((output) => output.is_verdict).map((output) => h('p', {},
    h('strong', {}, output.name), output.n === 0 ? ': not known in any run' :
      `: holds in ${percent(output.mean)} of ${output.n} runs`,
    output.standard_error === null ? '' : `, ± ${percent(output.standard_error)} (standard error)`));
  const titles = ['mean', 'std. deviation', 'solver’s error', 'scatter alone', 'smallest', '5 %', 'median', '95 %',
                  'largest', 'runs of both'];
  return h('section', { 'aria-label': 'Statistics' }, h('h2', {}, 'Statistics'),
    h('div', { class: 'scroll' }, h('table', { id: 'statistics' },
      h('thead', {}, h('tr', {}, h('th', {}, 'output'), ...titles.map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, ...numbers))),
    h('p', { class: 'note faint' }, twins.twins === 0 ? 'No run was repeated, so the solver’s error is not known.' :
      `The solver’s error is the root mean square difference of ${twins.twins} runs to their repetitions at ` +
      `${twins.factor} times the tolerance; the scatter alone is √(s² − e²).`),
    ...verdicts, ...study.findings.remarks.map((text) => h('p', { class: 'bad' }, text)));
}

/** Means of the groups as bars from the smallest to the largest. */
function bars(effect: Effect, low: number, high: number): SVGElement {
  const picture = svg('svg', { class: 'bars', width: 14 * effect.means.length, height: 36, role: 'img',
                               'aria-label': `Means of ${effect.output} by ${effect.parameter}` });
  effect.means.forEach((mean, k) => {
    if (mean === null) return;
    const height = 3 + 30 * (high > low ? (mean - low) / (high - low) : 0.5);
    const bar = svg('rect', { x: 14 * k + 1, width: 12, y: 35 - height, height });
    bar.append(svg('title', {}, `${effect.groups[k]!}: ${short(mean)} (${effect.counts[k]!} runs)`));
    picture.append(bar);
  });
  return picture;
}

const mostBars = 24;

export function effects(study: Study): HTMLElement {
  const { effects: list, outputs, columns } = study.findings;
  const rows = columns.map((column) => h('tr', {}, h('th', { scope: 'row' }, column.name),
    ...outputs.map((output) => {
      const effect = list.find((entry) => entry.parameter === column.name && entry.output === output.name);
      if (effect === undefined) return h('td', {});
      // The bars of an output share their scale.
      const means = list.filter((entry) => entry.output === output.name).flatMap((entry) => entry.means)
        .filter((mean) => mean !== null);
      return h('td', { 'data-effect': `${column.name} ${output.name}` },
        ...(effect.means.length <= mostBars ? [bars(effect, Math.min(...means), Math.max(...means)), h('br')] : []),
        `${percent(effect.share)}`, h('span', { class: 'faint' },
          effect.correlation === null ? '' : ` r ${effect.correlation.toFixed(2)}, ranks ` +
            `${effect.rank_correlation === null ? '–' : effect.rank_correlation.toFixed(2)}`));
    })));
  return h('section', { 'aria-label': 'Main effects' }, h('h2', {}, 'Main effects and correlation'),
    h('p', { class: 'note faint' }, 'Bars: mean of the output in each group of values, all on one scale. Percent: ' +
      'share of the variance that the name explains alone. r: correlation, and that of the ranks.'),
    h('div', { class: 'scroll' }, h('table', { id: 'effects' },
      h('thead', {}, h('tr', {}, h('td', {}), ...outputs.map((output) => h('th', { scope: 'col' }, output.name)))),
      h('tbody', {}, ...rows))));
}

export function ranking(study: Study, selection: Selection): HTMLElement[] {
  const { objective } = study.findings;
  if (objective === undefined) return [];
  const list = (title: string, runs: RankedRun[]) => h('div', {}, h('h3', {}, title), h('table', {},
    ...runs.map(({ run, value }) => h('tr', {}, h('td', {}, runButton(run, study, selection)), cell(value)))));
  return [h('section', { 'aria-label': 'Best and worst', id: 'ranking' },
    h('h2', {}, `Best and worst: ${objective.output} is ${objective.is_maximized ? 'maximized' : 'minimized'}`),
    h('div', { class: 'columns' }, list('best', objective.best), list('worst', objective.worst)))];
}

export function failedRuns(study: Study, selection: Selection): HTMLElement[] {
  const { failed_runs: list, failed } = study.findings;
  if (failed === 0) return [];
  const rows = list.map(({ run, kind, message, command }) => h('tr', {}, h('td', {}, runButton(run, study, selection)),
    h('td', {}, kind), h('td', {}, message, h('br'), h('code', {}, command))));
  const left = failed > list.length ?
    [h('p', { class: 'note' }, `${failed - list.length} further ones are in runs.csv`)] : [];
  return [h('section', { 'aria-label': 'Failed runs' }, h('h2', {}, `Failed runs: ${failed}`),
    h('div', { class: 'tall' }, h('table', { id: 'failed' }, h('tbody', {}, ...rows))), ...left)];
}

export function provenance(study: Study): HTMLElement {
  const { provenance: facts, remarks_of_runs: remarks } = study.findings;
  const rows = Object.entries(facts).map(([name, text]) => (
    h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, text))));
  return h('section', { 'aria-label': 'Provenance' },
    ...(remarks.length === 0 ? [] : [h('h2', {}, 'Remarks of the runs'),
      h('ul', {}, ...remarks.map(({ text, runs }) => h('li', {}, `${runs} runs: ${text}`)))]),
    h('h2', {}, 'Where it comes from'), h('table', { class: 'facts' }, h('tbody', {}, ...rows)));
}
