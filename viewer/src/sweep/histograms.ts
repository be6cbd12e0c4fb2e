// How often each value of an output occurs.
import { h } from '../common/dom';
import { short, withUnit } from '../common/number';
import { svg } from '../common/svg';
import { Scale } from './scale';
import type { Selection } from './selection';
import type { Column, Study } from './study';

const size = { width: 300, height: 130, left: 8, right: 8, top: 6, bottom: 34 };

/** Sturges' number of classes, but some. */
const nClasses = (n: number): number => Math.min(Math.max(Math.ceil(Math.log2(Math.max(n, 1))) + 1, 5), 30);

function counts(values: number[], scale: Scale, n: number): number[] {
  const list = new Array<number>(n).fill(0);
  for (const x of values) list[Math.min(Math.floor(scale.at(x) * n), n - 1)]! += 1;
  return list;
}

function histogram(study: Study, column: Column, selection: Selection): { element: HTMLElement; draw: () => void } {
  const picture = svg('svg', { class: 'histogram', viewBox: `0 0 ${size.width} ${size.height}`, role: 'img',
                               'aria-label': `Histogram of ${column.name}` });
  const element = h('figure', { class: 'histogram' }, h('figcaption', {}, withUnit(column.name, column.unit)), picture);
  const scale = new Scale(column);
  const draw = () => {
    const isShown = (k: number) => study.isOk(k) && Number.isFinite(column.values[k]!);
    const all = Array.from(study.states, (_, k) => k).filter(isShown);
    const n = column.words.length > 0 ? column.words.length : nClasses(all.length);
    const back = counts(all.map((k) => column.values[k]!), scale, n);
    const front = counts(all.filter((k) => selection.passes(k)).map((k) => column.values[k]!), scale, n);
    const most = Math.max(...back, 1);
    const [left, right, bottom] = [size.left, size.width - size.right, size.height - size.bottom];
    const bars = [back, front].flatMap((list, layer) => list.map((count, i) => {
      const height = count / most * (bottom - size.top);
      return svg('rect', { class: layer === 0 ? 'back' : 'front', x: left + i / n * (right - left) + 0.5,
                           width: (right - left) / n - 1, y: bottom - height, height });
    }));
    const ticks = (column.words.length > 0 ? column.words.map((text, k) => ({ at: (k + 0.5) / n, text })) :
      scale.ticks(4)).map(({ at, text }) => svg('text', { x: left + Math.min(Math.max(at, 0.04), 0.96) * (right - left),
                                                           y: bottom + 14, 'text-anchor': 'middle' }, text));
    const line = svg('line', { x1: left, x2: right, y1: bottom, y2: bottom });
    const note = svg('text', { x: left, y: size.height - 4 }, `${all.length} runs, at most ${most} in a class` +
      (column.words.length > 0 ? '' : ` of ${short((scale.high - scale.low) / n)}`));
    picture.replaceChildren(...bars, line, ...ticks, note);
  };
  draw();
  return { element, draw };
}

export function histograms(study: Study, selection: Selection): HTMLElement {
  const list = study.columns.filter((column) => column.isOutput).map((column) => histogram(study, column, selection));
  selection.onChange(() => list.forEach(({ draw }) => draw()));
  return h('section', { 'aria-label': 'Histograms' }, h('h2', {}, 'Histograms'),
    h('div', { class: 'histograms' }, ...list.map(({ element }) => element)));
}
