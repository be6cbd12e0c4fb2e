// Play, pause, scrub and speed; and the keys that do the same.
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Clock } from './clock';

const sliderSteps = 2000;
const stepPart = 1 / 200;  // of the run, for one press of an arrow key

/** In s: what lasts from `short` to `long` is seen in real time at first, and anything else for about `usual`. */
const ofRun = { short: 2, long: 60, usual: 10 };
const ofPeriod = { short: 0.5, long: 5, usual: 2 };
const series = [1, 2, 5];

/** The number of 1, 2, 5 times a power of ten that is nearest to a value, and the powers' neighbours. */
function speedsAround(value: number): { speeds: number[]; usual: number } {
  const exponent = Math.floor(Math.log10(value));
  const speeds = [-2, -1, 0, 1, 2].flatMap((k) => series.map((x) => Number(`${x}e${exponent + k}`)));
  const distance = (x: number) => Math.abs(Math.log(x / value));
  return { speeds, usual: speeds.reduce((best, x) => (distance(x) < distance(best) ? x : best)) };
}

/** 1× is real time. */
function speedOptions(clock: Clock): HTMLOptionElement[] {
  const length = clock.end - clock.begin;
  const lengths = clock.isRepeating ? ofPeriod : ofRun;
  const isUsual = !(length > 0) || length >= lengths.short && length <= lengths.long;
  const { speeds, usual } = speedsAround(isUsual ? 1 : length / lengths.usual);
  clock.speed = usual;
  return [...new Set([...speeds, 1])].sort((a, b) => a - b).map((speed) => (
    h('option', { value: speed, selected: speed === usual }, speed === 1 ? '1× real time' : `${short(speed)}×`)));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || target instanceof HTMLButtonElement ||
         target instanceof HTMLElement && target.tagName === 'SUMMARY' ||
         target instanceof HTMLInputElement && target.dataset['role'] !== 'time';
}

function listenToKeys(clock: Clock): void {
  const move = (steps: number) => clock.set(clock.t + steps * (clock.end - clock.begin) * stepPart);
  const actions: Record<string, (isFar: boolean) => void> = {
    ' ': () => clock.toggle(),
    ArrowLeft: (isFar) => move(isFar ? -10 : -1),
    ArrowRight: (isFar) => move(isFar ? 10 : 1),
    Home: () => clock.set(clock.begin),
    End: () => clock.set(clock.end),
  };
  document.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    if (!action || isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}

export function controls(clock: Clock): HTMLElement {
  const play = h('button', { type: 'button', id: 'play', 'aria-label': 'Play' }, '▶');
  const slider = h('input', {
    type: 'range', id: 'time', min: 0, max: sliderSteps, step: 1, value: 0, 'aria-label': 'Time', 'data-role': 'time',
  });
  const speed = h('select', { id: 'speed', 'aria-label': 'Speed' }, ...speedOptions(clock));
  const output = h('output', { id: 'now', for: 'time' });
  const length = () => clock.end - clock.begin || 1;
  play.addEventListener('click', () => clock.toggle());
  slider.addEventListener('input', () => clock.set(clock.begin + length() * slider.valueAsNumber / sliderSteps));
  speed.addEventListener('change', () => { clock.speed = Number(speed.value); });
  clock.onState = () => {
    play.textContent = clock.isRunning ? '❚❚' : '▶';
    play.setAttribute('aria-label', clock.isRunning ? 'Pause' : 'Play');
  };
  clock.onRange = () => speed.replaceChildren(...speedOptions(clock));
  clock.listen((t) => {
    slider.valueAsNumber = Math.round(sliderSteps * (t - clock.begin) / length());
    slider.setAttribute('aria-valuetext', `${short(t)} seconds`);
    output.textContent = `t = ${t.toPrecision(6)} s`;
  });
  listenToKeys(clock);
  return h('div', { class: 'controls panel', role: 'group', 'aria-label': 'Time' }, play, slider, output, speed);
}
