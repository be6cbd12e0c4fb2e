// Time to 3, 5 and 7 digits, with the ratio to the fastest peer of the same run.
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Look } from './look';
import { type Bench, labelOf, type Times } from './study';

const least = (times: Times[], k: number): number => Math.min(...times.map(({ seconds }) => seconds[k] ?? Infinity));
const milliseconds = (seconds: number | null | undefined): string =>
  (seconds == null ? '–' : short(Number((1e3 * seconds).toPrecision(3))));
const ratio = (seconds: number | null | undefined, peer: number): string =>
  (seconds == null || !Number.isFinite(peer) ? '' : Number((seconds / peer).toPrecision(2)).toString());

/** Rows sorted by a column of digits; those that never have as many come last. */
function sorted(times: Times[], k: number): Times[] {
  const time = (row: Times) => row.seconds[k] ?? Infinity;
  return [...times].sort((a, b) => (time(a) === time(b) ? 0 : time(a) < time(b) ? -1 : 1));
}

export function times(bench: Bench, look: Look, peers: string[]): HTMLElement {
  const { summary } = bench;
  if (summary === null) return h('section', {});
  const inRun = summary.time_to_digits.filter(({ method }) => peers.includes(method));
  const body = h('tbody', {});
  const buttons = summary.digits.map((digits, k) => {
    const button = h('button', { type: 'button', class: 'sort', 'aria-label': `sort by the time to ${digits} digits` },
                     `${digits} digits`);
    button.addEventListener('click', () => fill(k));
    return button;
  });
  const fill = (k: number) => {
    buttons.forEach((button, i) => button.closest('th')!.setAttribute('aria-sort', i === k ? 'ascending' : 'none'));
    body.replaceChildren(...sorted(summary.time_to_digits, k).map((row) => h('tr', {},
      h('th', { scope: 'row' }, look.swatch(row.method, row.formulation), ` ${labelOf(row)}`),
      ...summary.digits.flatMap((_, i) => [
        h('td', { class: row.seconds[i] === least(summary.time_to_digits, i) ? 'number best' : 'number' },
          milliseconds(row.seconds[i])),
        h('td', { class: 'number faint' }, ratio(row.seconds[i], least(inRun, i)))]))));
  };
  const table = h('table', { id: 'times' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Pair'),
                     ...buttons.flatMap((button) => [h('th', { scope: 'col', class: 'number' }, button),
                                                     h('th', { scope: 'col', class: 'number faint' }, 'ratio')]))),
    body);
  fill(Math.floor(summary.digits.length / 2));
  const note = inRun.length === 0 ? 'No peer took part in this run, so there are no ratios.' :
    `In ms; ratio: to the fastest pair of ${peers.join(', ')} in this run, below 1 is faster. –: never achieved.`;
  return h('section', { 'aria-label': 'Time to digits' }, h('h2', {}, `Time to ${summary.digits.join(', ')} digits`),
           h('p', { class: 'faint' }, note), h('div', { class: 'scroll tall', tabindex: 0 }, table),
           ...publicCodes(bench));
}

function publicCodes(bench: Bench): HTMLElement[] {
  const { summary } = bench;
  if (summary === null || summary.public_codes.length === 0) return [];
  const rows = summary.public_codes.map((row) => h('tr', {}, h('th', { scope: 'row' }, labelOf(row)),
    ...row.seconds.map((seconds) => h('td', { class: 'number' }, milliseconds(seconds)))));
  const heads = summary.digits.map((digits) => h('th', { scope: 'col', class: 'number' }, `${digits} digits, ms`));
  return [h('details', {}, h('summary', {}, 'Public codes, from other runs on a machine of the same kind'),
            h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Program'), ...heads)),
              h('tbody', {}, ...rows)))];
}
