// The list of modes, of which one is shown.
import { h } from '../../common/dom';
import { short } from '../../common/number';
import type { ModeRow } from './modes_data';

function cells({ kind, trend, frequency, omega, rate, damping, shape }: ModeRow): HTMLElement[] {
  const number = (value: number | null) => h('td', { class: 'number' }, value === null ? '' : short(value));
  const what = trend === 'growing' ? `${kind}, growing` : kind;
  return [h('td', { class: trend }, what), number(frequency), number(omega ?? rate), number(damping),
          h('td', { class: 'shape' }, shape)];
}

const titles = ['Mode', 'Kind', 'Hz', 'rad/s, or rate in 1/s', 'Damping ratio', 'Moves most: amplitude∠phase'];

/** `onChoice` is told the place of the mode; the first `nShapes` can be chosen. `mark` shows which is. */
export function modeList(modes: ModeRow[], nShapes: number,
                         onChoice: (k: number) => void): { element: HTMLElement; mark: (k: number) => void } {
  const rows = modes.map((mode, k) => {
    if (k >= nShapes) return h('tr', {}, h('td', {}, String(k + 1)), ...cells(mode));
    const button = h('button', { type: 'button', 'data-mode': k + 1, 'aria-label': `Show mode ${k + 1}` },
                     String(k + 1));
    const row = h('tr', { class: 'choice' }, h('td', {}, button), ...cells(mode));
    row.addEventListener('click', () => onChoice(k));
    return row;
  });
  const mark = (chosen: number) => rows.forEach((row, k) => {
    if (k === chosen) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
  });
  const head = h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)));
  return { element: h('div', { class: 'modes panel' }, h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows))),
           mark };
}
