// Which pairs came to the end: the matrix of Tables 5 and 8 of the pendulum paper, for any case.
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Bench, Marks, Pair } from './study';

interface Cell {
  kind: 'ok' | 'some' | 'failed' | 'refused' | 'none';
  text: string;
  reasons: string[];
}

function cellOf(bench: Bench, formulation: string, method: string): Cell {
  const pairs = bench.pairs.filter((pair) => pair.formulation === formulation && pair.method === method);
  if (pairs.length === 0) {
    const refused = bench.refused.find((pair) => (
      pair.method === method && (pair.formulation === formulation || pair.formulation === '')));
    return refused ? { kind: 'refused', text: '–', reasons: [`refused: ${refused.reason}`] } :
      { kind: 'none', text: '', reasons: ['not run'] };
  }
  const points = pairs.flatMap((pair: Pair) => pair.points);
  const failed = points.filter(({ row }) => row.status !== 'ok');
  const nOk = points.length - failed.length;
  const reasons = failed.map(({ row }) => `rtol ${short(row.rtol)}: failed at t = ${short(row.t)}: ${row.message}`);
  const kind = failed.length === 0 ? 'ok' : nOk > 0 ? 'some' : 'failed';
  const mark = kind === 'ok' ? '✓' : kind === 'some' ? '◐' : '✗';
  return { kind, text: `${mark} ${nOk}/${points.length}`,
           reasons: [`${nOk} of ${points.length} runs came to their end`, ...reasons] };
}

/** What the paper has for the programs whose counterpart the method is: "RADAU5 x". */
function publishedOf(marks: Marks | null, formulation: string, method: string): { solver: string; mark: string }[] {
  const k = marks?.formulations.indexOf(formulation) ?? -1;
  if (marks === null || k < 0) return [];
  return marks.rows.filter((row) => row.method === method)
    .map((row) => ({ solver: row.solver, mark: row.marks[k]! }));
}

function noteOf(marks: Marks | null, mark: string): string {
  const words: Record<string, string> = { X: 'successful at every tolerance', x: 'at some tolerances', o: 'at none',
                                          '-': 'structure not taken' };
  const number = mark.slice(1);
  const note = number === '' ? '' : ` (${marks?.notes[number] ?? ''})`;
  return `${words[mark[0]!] ?? mark}${note}`;
}

export function success(bench: Bench): HTMLElement {
  const names = (of: 'formulation' | 'method') => [...new Set([
    ...bench.pairs.map((pair) => pair[of]), ...bench.refused.map((pair) => pair[of])].filter((name) => name !== ''))];
  const methods = names('method');
  const formulations = names('formulation');
  const idle = 'Choose a cell, by pointer or Tab, to see why.';
  const reasons = h('div', { class: 'reasons panel', role: 'status', id: 'reasons' }, idle);
  const cell = (formulation: string, method: string) => {
    const { kind, text, reasons: list } = cellOf(bench, formulation, method);
    if (kind === 'none') return h('td', { class: 'none' });
    const published = publishedOf(bench.marks, formulation, method);
    const told = published.map(({ solver, mark }) => `published, ${solver}: ${noteOf(bench.marks, mark)}`);
    const lines = [...list, ...told];
    const marks = published.map(({ mark }) => mark[0]!).filter((mark, i, all) => all.indexOf(mark) === i).join(' ');
    const label = `${formulation} ${method}: ${lines[0]}`;
    const button = h('button', { type: 'button', class: `mark ${kind}`, 'aria-label': label },
                     text, ...(marks === '' ? [] : [h('span', { class: 'faint' }, ` ${marks}`)]));
    const tell = () => reasons.replaceChildren(h('strong', {}, `${formulation} ${method}`),
                                               h('ul', {}, ...lines.map((line) => h('li', {}, line))));
    for (const event of ['pointerenter', 'focus', 'click']) button.addEventListener(event, tell);
    return h('td', {}, button);
  };
  const table = h('table', { id: 'success' },
    h('thead', {}, h('tr', {}, h('td', {}), ...formulations.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...methods.map((method) => h('tr', {}, h('th', { scope: 'row' }, method),
                                                ...formulations.map((formulation) => cell(formulation, method))))));
  const published = bench.marks === null ? '' :
    ` Grey: Table ${bench.marks.table.split('-')[1]} of the paper, for the programs whose counterpart the method is: ` +
    'X at every tolerance, x at some, o at none.';
  return h('section', { 'aria-label': 'Success' }, h('h2', {}, 'Which pairs come to the end'),
           h('p', { class: 'faint' }, `✓ all runs, ◐ some, ✗ none, – refused before the run.${published}`),
           h('div', { class: 'scroll' }, table), reasons);
}
