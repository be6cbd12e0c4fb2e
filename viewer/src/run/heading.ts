// The top of the page: what was run, how it ended, and the report of a failure.
import { h } from '../common/dom';
import type { RunHeader } from './header';

function ending(header: RunHeader): HTMLElement {
  if (header.failure === null) return h('p', { class: header.status, role: 'status' }, header.message);
  return h('section', { class: 'panel failure', role: 'alert', 'aria-label': 'Failure report' },
           h('h2', {}, `The run failed: ${header.failure.what}`), h('pre', {}, header.failure.report));
}

export function heading(header: RunHeader): HTMLElement {
  const rows = header.facts.map(([name, text]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, text)));
  const facts = h('details', {}, h('summary', {}, 'Settings and totals'), h('table', {}, ...rows));
  return h('header', {}, h('h1', {}, header.title), h('p', { class: 'faint' }, header.case), ending(header), facts);
}
