// Arrows of forces and traces of markers: which are drawn.
import { h } from '../../common/dom';
import { short } from '../../common/number';
import type { Look } from './look';
import type { Scene } from './scene_data';

const titles: Record<string, string> = { reaction: 'Reactions', force: 'Forces' };

export function arrowTools(scene: Scene, look: Look, onChange: () => void): HTMLElement[] {
  const kinds = [...new Set(scene.arrows.map(({ kind }) => kind))];
  if (kinds.length === 0) return [];
  const boxes = kinds.map((kind) => {
    const box = h('input', { type: 'checkbox', 'data-arrows': kind });
    box.addEventListener('change', () => {
      if (box.checked) look.kinds.add(kind);
      else look.kinds.delete(kind);
      onChange();
    });
    return h('label', {}, box, titles[kind] ?? kind);
  });
  const text = h('output', {}, '×1');
  const slider = h('input', { type: 'range', id: 'arrow-scale', min: -1, max: 2, step: 0.05, value: 0,
                              'aria-label': 'Scale of arrows' });
  slider.addEventListener('input', () => {
    look.arrowScale = 10 ** slider.valueAsNumber;
    text.textContent = `×${short(Number(look.arrowScale.toPrecision(2)))}`;
    onChange();
  });
  return [...boxes, h('label', {}, 'Arrows', slider, text)];
}

export function traceTools(scene: Scene, look: Look, onChange: () => void): HTMLElement[] {
  if (scene.markers.length === 0) return [];
  const summary = h('summary', {}, 'Traces');
  const boxes = scene.markers.map((marker) => {
    const box = h('input', { type: 'checkbox' });
    box.addEventListener('change', () => {
      if (box.checked) look.traces.add(marker);
      else look.traces.delete(marker);
      summary.textContent = look.traces.size > 0 ? `Traces: ${look.traces.size}` : 'Traces';
      onChange();
    });
    return h('label', {}, box, marker.name);
  });
  return [h('details', { class: 'traces' }, summary, h('div', { class: 'panel' }, ...boxes))];
}
