// How curves look: a colour for each method, a marker for each formulation.
import { svg } from '../common/svg';

// Hues that differ also for those who see no red or green, on light and on dark ground.
const colours = ['#3b82d6', '#d9822b', '#2e9e5b', '#c0446c', '#8a63d2', '#00939c', '#a58b00', '#7a8797', '#b5533c',
                 '#5a7d2a'];
const shapes = ['circle', 'square', 'diamond', 'up', 'down', 'cross', 'plus', 'star', 'bar', 'ring'] as const;
type Shape = typeof shapes[number];

function polygon(n: number, radius: number, turn: number, inner = 1): string {
  const m = inner < 1 ? 2 * n : n;
  const corners = Array.from({ length: m }, (_, k) => {
    const r = inner < 1 && k % 2 === 1 ? radius * inner : radius;
    const angle = turn + 2 * Math.PI * k / m;
    return `${(r * Math.sin(angle)).toFixed(2)},${(-r * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

const paths: Record<Shape, string> = {
  circle: 'M-3.6,0a3.6,3.6 0 1,0 7.2,0a3.6,3.6 0 1,0 -7.2,0Z',
  ring: 'M-3.6,0a3.6,3.6 0 1,0 7.2,0a3.6,3.6 0 1,0 -7.2,0Z',
  square: polygon(4, 4.6, Math.PI / 4),
  diamond: polygon(4, 4.8, 0),
  up: polygon(3, 4.8, 0),
  down: polygon(3, 4.8, Math.PI),
  star: polygon(5, 5.2, 0, 0.45),
  cross: 'M-3.4,-3.4L3.4,3.4M-3.4,3.4L3.4,-3.4',
  plus: 'M-4.4,0L4.4,0M0,-4.4L0,4.4',
  bar: 'M-4.2,0L4.2,0',
};

export class Look {
  constructor(private readonly methods: string[], private readonly formulations: string[]) {}

  colour(method: string): string {
    return colours[Math.max(0, this.methods.indexOf(method)) % colours.length]!;
  }

  /** A marker at (0, 0) with the colour of the method and the shape of the formulation. */
  marker(method: string, formulation: string): SVGPathElement {
    const shape = shapes[Math.max(0, this.formulations.indexOf(formulation)) % shapes.length]!;
    const isOpen = shape === 'cross' || shape === 'plus' || shape === 'bar' || shape === 'ring';
    const colour = this.colour(method);
    return svg('path', { d: paths[shape], fill: isOpen ? 'none' : colour, stroke: colour, 'stroke-width': 1.6 });
  }

  /** The marker as a small picture of its own. */
  swatch(method: string, formulation: string): SVGSVGElement {
    const picture = svg('svg', { viewBox: '-7 -7 14 14', width: 14, height: 14, 'aria-hidden': 'true' });
    picture.classList.add('swatch');
    picture.append(this.marker(method, formulation));
    return picture;
  }
}
