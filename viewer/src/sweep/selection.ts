// The run that is looked at, and the runs that pass the filters of the parallel coordinates.
import { h } from '../common/dom';
import { short, withUnit } from '../common/number';
import type { Study } from './study';

export class Selection {
  readonly element: HTMLElement;
  /** Place of the run in the columns; −1: none. */
  run = -1;
  /** By place of the column: the smallest and the largest value that pass. */
  readonly filters = new Map<number, [number, number]>();
  private readonly listeners: (() => void)[] = [];
  private readonly number: HTMLInputElement;
  private readonly facts = h('div', { class: 'facts', id: 'run-facts', 'aria-live': 'polite' });

  constructor(private readonly study: Study) {
    this.number = h('input', { id: 'run-number', type: 'number', min: 0, max: study.findings.runs - 1,
                               step: study.stride, 'aria-label': 'Number of the run' });
    this.number.addEventListener('change', () => this.select(study.runs.indexOf(Number(this.number.value))));
    this.element = h('section', { class: 'panel', 'aria-label': 'Run' },
                     h('h2', {}, 'Run ', this.number), this.facts);
    this.show();
  }

  onChange(listener: () => void): void { this.listeners.push(listener); }

  select(run: number): void {
    this.run = run;
    this.show();
    this.tell();
  }

  filter(column: number, range: [number, number] | null): void {
    if (range === null) this.filters.delete(column);
    else this.filters.set(column, range);
    this.tell();
  }

  /** Runs that are not ok have no outputs and are shown where they have values. */
  passes(k: number): boolean {
    for (const [column, [low, high]] of this.filters) {
      const x = this.study.columns[column]!.values[k]!;
      if (!(x >= low && x <= high)) return false;
    }
    return true;
  }

  private tell(): void { this.listeners.forEach((listener) => listener()); }

  private show(): void {
    const { study, run } = this;
    if (run < 0) {
      this.facts.replaceChildren(h('p', { class: 'faint' },
        'Click a point or a line, or give the number of a run, to see its values and the command that repeats it.'));
      return;
    }
    this.number.value = String(study.runs[run]!);
    const failed = study.findings.failed_runs.find((entry) => entry.run === study.runs[run]);
    const state = study.isOk(run) ? 'ok' : study.states[run] === 0 ? 'not made yet' : 'failed';
    const cells = study.columns.map((column) => {
      const x = column.values[run]!;
      const text = column.words.length > 0 && Number.isFinite(x) ? column.words[x]! : short(x);
      const name = h('span', { class: 'faint' }, `${withUnit(column.name, column.unit)} `);
      return h('span', { class: 'fact' }, name, text);
    });
    const page = study.page(run);
    this.facts.replaceChildren(
      h('p', {}, h('span', { class: state === 'ok' ? 'good' : 'bad' }, state),
        failed === undefined ? '' : `: ${failed.kind}, ${failed.message}`),
      h('p', {}, ...cells),
      ...(page === null ? [] : [h('p', {}, h('a', { id: 'run-page', href: page, target: '_blank' },
        `The page of run ${study.runs[run]!}`), ': its motion, curves and what the solver did')]),
      h('p', {}, `In ${study.folder} this command repeats the run${page === null ? ' and writes its page' : ''}:`),
      h('pre', { id: 'run-command' }, study.command(run)));
  }
}
