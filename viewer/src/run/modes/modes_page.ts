// The page of modes: a list, the moving shape of the mode that is chosen, and its outputs.
import { Charts } from '../../common/chart';
import { h, showPage } from '../../common/dom';
import { Clock } from '../clock';
import { controls } from '../controls';
import { curves } from '../curves';
import { fileName, indexAt } from '../run_data';
import { mechanism } from '../scene/mechanism';
import { readScenes } from '../scene/scene_data';
import { modeList } from './mode_list';
import { type ModesData, readModes } from './modes_data';

const amplitudeNote = 'The amplitude is chosen for the eye and constant: a mode has none of its own.';

function heading({ summary: { case: name, title, about, remarks, is_all: isAll, modes, n_shapes: n } }: ModesData):
HTMLElement {
  const notes = [...remarks];
  if (!isAll) notes.push('Faster modes are left out.');
  if (n === 0) notes.push('This case has no drawing, so the shapes are only in shapes.csv.');
  else if (n < modes.length) notes.push(`The first ${n} modes can be shown; all shapes are in shapes.csv.`);
  return h('header', {}, h('h1', {}, `Modes: ${title || name}`),
           h('p', { class: 'faint' }, `${name} · ${about}${n > 0 ? ` · ${amplitudeNote}` : ''}`),
           ...notes.map((note) => h('p', {}, note)));
}

export function showModes(): void {
  const data = readModes();
  const { summary, tables } = data;
  const moving = readScenes(tables.map(({ times }) => times));
  const title = `${summary.case}: modes`;
  if (moving === null) {
    showPage(title, h('div', { class: 'scrolled' }, heading(data), modeList(summary.modes, 0, () => {}).element));
    return;
  }
  const endOf = (k: number) => tables[k]!.times[tables[k]!.times.length - 1]!;
  const clock = new Clock(0, endOf(0), true);
  const charts = new Charts([0, endOf(0)], indexAt, (t) => clock.set(t));
  const shape = mechanism(moving.scene, tables[0]!, clock, `${fileName(summary.case)}-mode`, moving.courses);
  const place = h('div', { class: 'curves-place' });
  const choose = (k: number) => {
    list.mark(k);
    shape.follow(moving.courses[k]!);
    charts.clear(place);
    charts.setRange([0, endOf(k)]);
    if (summary.columns.length > 0) place.replaceChildren(curves(tables[k]!, charts));
    clock.setRange(0, endOf(k));
    clock.play();
  };
  const list = modeList(summary.modes, tables.length, choose);
  showPage(title,
           h('div', { class: 'scrolled' }, heading(data),
             h('main', { class: 'top' }, shape.element, h('div', {}, list.element, place))),
           controls(clock));
  clock.listen((t) => charts.setTime(t));
  choose(0);
}
