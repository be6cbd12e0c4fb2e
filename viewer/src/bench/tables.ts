// Tables: a published one beside what was measured, settings, and all runs as numbers.
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Bench, Pair, PublishedTable, Row } from './study';

const shown = (value: string | number | null): string =>
  (value === null ? '' : typeof value === 'number' ? short(value) : value);
const verdicts: Record<string, string> = { better: ' +', worse: ' !' };

export function published(table: PublishedTable | null): HTMLElement[] {
  if (table === null) return [];
  const rows = table.rows.map((row) => h('tr', {},
    h('th', { scope: 'row' }, row.label, h('br'), h('span', { class: 'faint' }, row.counterpart ?? 'no counterpart')),
    ...row.cells.map((cell) => h('td', { class: 'number' }, shown(cell.published), h('br'),
                                 h('span', { class: `measured ${cell.verdict}` },
                                   `${shown(cell.measured)}${verdicts[cell.verdict] ?? ''}`)))));
  const heads = table.columns.map((name) => h('th', { scope: 'col', class: 'number' }, name));
  return [h('section', { 'aria-label': 'Published' }, h('h2', {}, table.title),
            h('p', { class: 'faint' }, 'First line as published, second as measured here; + better, ! worse.'),
            h('div', { class: 'scroll tall', tabindex: 0 }, h('table', { id: 'published' },
              h('thead', {}, h('tr', {}, h('td', {}), ...heads)), h('tbody', {}, ...rows))),
            ...table.notes.map((note) => h('p', { class: 'faint note' }, note)))];
}

export function facts(title: string, list: [string, string][]): HTMLElement {
  const rows = list.map(([name, text]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, text)));
  return h('div', {}, h('h3', {}, title), h('table', { class: 'facts' }, h('tbody', {}, ...rows)));
}

const columns = ['rtol', 'cpu_seconds', 'steps', 'rejected', 'newton_failures', 'rhs', 'jacobians', 'factorizations',
                 'scd', 'mescd', 'error', 'error_q', 'error_v', 'error_lambda', 'drift_position', 'drift_velocity',
                 'energy_drift'] as const;

/** Made when it is opened: a bench may have hundreds of rows. */
export function runs(bench: Bench): HTMLElement {
  const place = h('div', { class: 'scroll tall', tabindex: 0 });
  const heads = columns.map((name) => h('th', { scope: 'col', class: 'number' }, name));
  const rowOf = (pair: Pair, row: Row) => h('tr', {}, h('th', { scope: 'row' }, pair.key),
    ...columns.map((name) => h('td', { class: 'number' }, short(row[name]))),
    h('td', {}, row.status === 'ok' ? 'ok' : row.message));
  const fill = () => place.replaceChildren(h('table', { id: 'runs' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Pair'), ...heads, h('th', { scope: 'col' }, 'end'))),
    h('tbody', {}, ...bench.pairs.flatMap((pair) => pair.points.map(({ row }) => rowOf(pair, row))))));
  const details = h('details', { id: 'all-runs' }, h('summary', {}, 'All runs as a table'), place);
  details.addEventListener('toggle', () => { if (details.open && place.childElementCount === 0) fill(); });
  return details;
}
