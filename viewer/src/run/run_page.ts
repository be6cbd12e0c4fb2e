// The page of a run: heading, mechanism and curves, what the solver did, and the player.
import { Charts } from '../common/chart';
import { h, showPage } from '../common/dom';
import { Clock } from './clock';
import { controls } from './controls';
import { curves } from './curves';
import { heading } from './heading';
import { fileName, indexAt, readRun } from './run_data';
import { mechanism } from './scene/mechanism';
import { readScene } from './scene/scene_data';
import { solver } from './solver';

export function showRun(): void {
  const data = readRun();
  const scene = readScene();
  const { summary, samples, steps } = data;
  const clock = new Clock(summary.t_begin, Math.max(summary.t, summary.t_begin));
  const charts = new Charts([clock.begin, clock.end], indexAt, (t) => clock.set(t));
  const top = h('div', { class: scene === null ? 'top alone' : 'top' });
  if (scene !== null) top.append(mechanism(scene, samples, clock, fileName(summary.case)).element);
  top.append(curves(samples, charts));
  // What scrolls ends above the player, so that this never covers anything.
  showPage(`${summary.case}: ${summary.status}`,
           h('div', { class: 'scrolled' }, heading(data), h('main', {}, top, solver(steps, clock, charts))),
           controls(clock));
  clock.listen((t) => charts.setTime(t));
  if (summary.status === 'failed') clock.set(clock.end);
}
