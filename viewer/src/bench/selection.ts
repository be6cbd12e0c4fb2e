// Which curves are shown: a table of methods and formulations, toggled one by one, by row and by column.
import { h } from '../common/dom';
import type { Look } from './look';
import type { Pair } from './study';

export class Selection {
  readonly element: HTMLElement;
  private readonly shown: Set<string>;
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly heads: { box: HTMLInputElement; keys: string[] }[] = [];
  private readonly count = h('span', { class: 'faint', role: 'status', id: 'shown-count' });

  constructor(private readonly pairs: Pair[], fastest: string[], look: Look, private readonly onChange: () => void) {
    this.shown = new Set(pairs.map((pair) => pair.key));
    const formulations = [...new Set(pairs.map((pair) => pair.formulation))];
    const rowOf = (pair: Pair) => `${pair.method} ${pair.settings}`.trim();
    const rows = [...new Set(pairs.map(rowOf))];
    const keysOf = (isIn: (pair: Pair) => boolean) => pairs.filter(isIn).map((pair) => pair.key);
    const headRow = h('tr', {}, h('td', {}), ...formulations.map((formulation) => h('th', { scope: 'col' },
      this.head(formulation, keysOf((pair) => pair.formulation === formulation)))));
    const bodyRows = rows.map((row) => h('tr', {},
      h('th', { scope: 'row' }, this.head(row, keysOf((pair) => rowOf(pair) === row))),
      ...formulations.map((formulation) => {
        const pair = pairs.find((one) => one.formulation === formulation && rowOf(one) === row);
        return h('td', {}, ...(pair ? [this.box(pair, look)] : []));
      })));
    const button = (name: string, keys: string[]) => {
      const element = h('button', { type: 'button' }, name);
      element.addEventListener('click', () => this.set(pairs.map((pair) => pair.key), keys));
      return element;
    };
    this.element = h('div', { class: 'selection' },
      h('div', { class: 'buttons' }, button('All', keysOf(() => true)), button('None', []),
        button(`Fastest ${fastest.length}`, fastest), this.count),
      h('div', { class: 'scroll' }, h('table', { 'aria-label': 'Curves shown: methods and formulations' },
                                     h('thead', {}, headRow), h('tbody', {}, ...bodyRows))));
    this.update();
  }

  isShown(key: string): boolean {
    return this.shown.has(key);
  }

  private head(name: string, keys: string[]): HTMLElement {
    const box = h('input', { type: 'checkbox', 'aria-label': `all of ${name}` });
    box.addEventListener('change', () => this.set(keys, box.checked ? keys : []));
    this.heads.push({ box, keys });
    return h('label', {}, box, name);
  }

  private box(pair: Pair, look: Look): HTMLElement {
    const box = h('input', { type: 'checkbox', 'aria-label': pair.key });
    box.addEventListener('change', () => this.set([pair.key], box.checked ? [pair.key] : []));
    this.boxes.set(pair.key, box);
    return h('label', { title: pair.key }, box, look.swatch(pair.method, pair.formulation));
  }

  /** Of `keys` those in `wanted` are shown from now on. */
  private set(keys: string[], wanted: string[]): void {
    for (const key of keys)
      if (wanted.includes(key)) this.shown.add(key);
      else this.shown.delete(key);
    this.update();
    this.onChange();
  }

  private update(): void {
    for (const [key, box] of this.boxes) box.checked = this.shown.has(key);
    for (const { box, keys } of this.heads) {
      const n = keys.filter((key) => this.shown.has(key)).length;
      box.checked = n === keys.length;
      box.indeterminate = n > 0 && n < keys.length;
    }
    this.count.textContent = `${this.shown.size} of ${this.pairs.length} curves shown`;
  }
}
