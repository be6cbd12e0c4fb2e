// A drawing of many points: a canvas in the resolution of the screen, drawn again when its size or the theme changes.
import { onThemeChange } from '../common/colours';
import { h } from '../common/dom';

export class Canvas {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  width = 0;

  constructor(title: string, label: string, readonly height: number,
              private readonly paint: (to: CanvasRenderingContext2D) => void) {
    this.canvas = h('canvas', { role: 'img', 'aria-label': label });
    this.element = h('figure', { class: 'drawing' }, h('figcaption', {}, title), this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.element);
    onThemeChange(() => this.draw());
  }

  draw(): void {
    this.width = Math.max(this.element.clientWidth, 240);
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    const to = this.canvas.getContext('2d')!;
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.clearRect(0, 0, this.width, this.height);
    to.font = '12px system-ui, sans-serif';
    this.paint(to);
    this.canvas.dataset['drawn'] = 'true';
  }

  /** Pixels from the corner of the canvas. */
  place(event: PointerEvent | MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

/** Name with unit, shortened to a width. */
export function fitted(to: CanvasRenderingContext2D, text: string, width: number): string {
  if (to.measureText(text).width <= width) return text;
  let n = text.length;
  while (n > 1 && to.measureText(`${text.slice(0, n)}…`).width > width) --n;
  return `${text.slice(0, n)}…`;
}
