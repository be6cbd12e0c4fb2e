// The colours of elastic bodies and the scale of their deformation.
import { scaleColour } from '../../common/colours';
import { h } from '../../common/dom';
import { short, withUnit } from '../../common/number';
import type { Clock } from '../clock';
import type { Look } from './look';
import { fieldsOf } from './mesh_values';
import type { Scene } from './scene_data';

const exaggerated = 0.2;  // the largest displacement that the slider can show, of the radius
const leastRange = 0.3;   // powers of ten on the slider, however large displacements are

function drawLegend(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')!;
  for (let x = 0; x < canvas.width; ++x) {
    const [r, g, b] = scaleColour(x / (canvas.width - 1)).map((value) => Math.round(255 * value));
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(x, 0, 1, canvas.height);
  }
}

function scaleSlider(look: Look, radius: number, onChange: () => void): HTMLElement {
  const largest = look.largestDisplacement() || radius;
  const most = Math.max(Math.ceil(10 * Math.log10(exaggerated * radius / largest)) / 10, leastRange);
  const text = h('output', {}, '×1');
  const slider = h('input', { type: 'range', id: 'scale', min: 0, max: most, step: 0.01, value: 0,
                              'aria-label': 'Scale of deformation' });
  slider.addEventListener('input', () => {
    look.scale = 10 ** slider.valueAsNumber;
    text.textContent = `×${short(Number(look.scale.toPrecision(2)))}`;
    onChange();
  });
  return h('label', {}, 'Deformation', slider, text);
}

/** `onMoment` and `onCourse` measure the range of colours for what is shown then. */
interface FieldTools { elements: HTMLElement[]; onMoment: () => void; onCourse: () => void }

/** `onChange` draws. */
export function fieldTools(scene: Scene, look: Look, radius: number, clock: Clock, onChange: () => void): FieldTools {
  const options = [...fieldsOf(scene), { name: '', unit: '' }];
  const select = h('select', { id: 'field' }, ...options.map(({ name, unit }) => (
    h('option', { value: name, selected: name === look.field }, name === '' ? 'by body' : withUnit(name, unit)))));
  const bar = h('canvas', { width: 160, height: 12, role: 'img', 'aria-label': 'Colour scale' });
  drawLegend(bar);
  const [low, high] = [h('span', {}), h('span', {})];
  const legend = h('span', { class: 'legend' }, low, bar, high);
  const box = h('input', { type: 'checkbox', id: 'range' });
  const measure = () => {
    look.measure(look.isRangeOfMoment ? clock.t : undefined);
    low.textContent = short(look.range[0]);
    high.textContent = short(look.range[1]);
    legend.hidden = look.field === '';
  };
  const change = () => {
    look.field = select.value;
    look.isRangeOfMoment = box.checked;
    measure();
    onChange();
  };
  measure();
  select.addEventListener('change', change);
  box.addEventListener('change', change);
  return {
    elements: [h('label', {}, 'Colour', select), legend, h('label', {}, box, 'range of this moment'),
               scaleSlider(look, radius, onChange)],
    onMoment: () => { if (look.isRangeOfMoment) measure(); },
    onCourse: measure,
  };
}
