// Play, pause, scrub and speed; and the keys that do the same.
import { h } from '../common/dom';
import { short } from '../common/number';
import type { Clock } from './clock';

const sliderSteps = 2000;
const speedFactors = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];
const stepPart = 1 / 200;  // of the run, for one press of an arrow key

/** A factor of the usual speed, which shows the whole run in ten seconds, as seconds of the run a second. */
function speedOptions(clock: Clock): HTMLOptionElement[] {
  const usual = clock.speed;
  return speedFactors.map((factor) =>
    h('option', { value: factor * usual, selected: factor === 1 }, `${factor}× (${short(factor * usual)} s/s)`));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || target instanceof HTMLButtonElement ||
         target instanceof HTMLElement && target.tagName === 'SUMMARY' ||
         target instanceof HTMLInputElement && target.dataset['role'] !== 'time';
}

function listenToKeys(clock: Clock): void {
  const step = (clock.end - clock.begin) * stepPart;
  const actions: Record<string, (isFar: boolean) => void> = {
    ' ': () => clock.toggle(),
    ArrowLeft: (isFar) => clock.set(clock.t - (isFar ? 10 : 1) * step),
    ArrowRight: (isFar) => clock.set(clock.t + (isFar ? 10 : 1) * step),
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
  const length = clock.end - clock.begin || 1;
  play.addEventListener('click', () => clock.toggle());
  slider.addEventListener('input', () => clock.set(clock.begin + length * slider.valueAsNumber / sliderSteps));
  speed.addEventListener('change', () => { clock.speed = Number(speed.value); });
  clock.onState = () => {
    play.textContent = clock.isRunning ? '❚❚' : '▶';
    play.setAttribute('aria-label', clock.isRunning ? 'Pause' : 'Play');
  };
  clock.listen((t) => {
    slider.valueAsNumber = Math.round(sliderSteps * (t - clock.begin) / length);
    slider.setAttribute('aria-valuetext', `${short(t)} seconds`);
    output.textContent = `t = ${t.toPrecision(6)} s`;
  });
  listenToKeys(clock);
  return h('div', { class: 'controls panel', role: 'group', 'aria-label': 'Time' }, play, slider, output, speed);
}
