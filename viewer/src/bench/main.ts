// The page of a bench.
import '../common/style.css';
import './bench.css';
import { h, showPage } from '../common/dom';
import { drift } from './drift';
import { Look } from './look';
import { Selection } from './selection';
import { type Bench, labelOf, type Report, readReport } from './study';
import { success } from './success';
import { facts, published, runs } from './tables';
import { times } from './times';
import { workPrecision } from './work_precision';

const nFastest = 8;

const nameOf = (bench: Bench): string =>
  `${bench.name}${bench.settings === '' ? '' : ` ${bench.settings}`}, to t = ${bench.tEnd}`;

function fastestOf(bench: Bench): string[] {
  const known = new Set(bench.pairs.map((pair) => pair.key));
  const ranked = (bench.summary?.time_to_digits ?? []).map(labelOf).filter((key) => known.has(key));
  return (ranked.length > 0 ? ranked : [...known]).slice(0, nFastest);
}

function show(bench: Bench, report: Report, place: HTMLElement): void {
  const look = new Look([...new Set(bench.pairs.map((pair) => pair.method))],
                        [...new Set(bench.pairs.map((pair) => pair.formulation))]);
  const redraw: (() => void)[] = [];
  const selection = new Selection(bench.pairs, fastestOf(bench), look, () => redraw.forEach((draw) => draw()));
  const precision = workPrecision(bench, look, selection);
  const drifting = drift(bench, look, selection);
  redraw.push(precision.draw, drifting.draw);
  place.replaceChildren(selection.element, precision.element, times(bench, look, report.peers), success(bench),
                        drifting.element, ...published(bench.published), runs(bench));
  for (const draw of redraw) draw();
}

const report = readReport();
const place = h('main', {});
const options = report.benches.map((bench, k) => h('option', { value: k }, nameOf(bench)));
const choice = h('select', { id: 'case', 'aria-label': 'Case' }, ...options);
const title = h('p', { class: 'faint' });
const nRows = report.benches.reduce((n, bench) => n + bench.pairs.reduce((m, pair) => m + pair.points.length, 0), 0);
const ending = report.end === 'complete' ? '' : `; ${report.end}: ${report.nNotRun} runs were not made`;
const showChoice = () => {
  const bench = report.benches[Number(choice.value)];
  if (bench === undefined) return;
  title.textContent = bench.title;
  show(bench, report, place);
};
choice.addEventListener('change', showChoice);
showPage(`Bench: ${report.benches.map((bench) => bench.name).join(', ')}`,
  h('header', {}, h('h1', {}, 'Bench: ', report.benches.length > 1 ? choice : report.benches.map(nameOf).join()),
    title,    h('p', {}, `${nRows} runs${ending}`)),
  place,
  h('section', { 'aria-label': 'Settings' }, h('h2', {}, 'Settings'),
    h('div', { class: 'columns' }, facts('What was asked', report.request),
      facts('Where it was measured', report.environment))));
showChoice();
document.body.dataset['ready'] = 'true';
