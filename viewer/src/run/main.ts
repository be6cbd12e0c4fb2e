// The page of a run.
import '../common/style.css';
import './run.css';
import { Charts } from '../common/chart';
import { h, showPage } from '../common/dom';
import { Clock } from './clock';
import { controls } from './controls';
import { curves } from './curves';
import { heading } from './heading';
import { indexAt, readRun } from './run_data';
import { mechanism } from './scene/mechanism';
import { readScene } from './scene/scene_data';
import { solver } from './solver';

const data = readRun();
const scene = readScene();
const { summary, samples, steps } = data;
const clock = new Clock(summary.t_begin, Math.max(summary.t, summary.t_begin));
const charts = new Charts([clock.begin, clock.end], indexAt, (t) => clock.set(t));

const top = h('div', { class: scene === null ? 'top alone' : 'top' });
if (scene !== null) top.append(mechanism(scene, clock));
top.append(curves(samples, charts));
showPage(`${summary.case}: ${summary.status}`, heading(data),
         h('main', {}, top, controls(clock), solver(steps, clock, charts)));
clock.listen((t) => charts.setTime(t));
if (summary.status === 'failed') clock.set(clock.end);
