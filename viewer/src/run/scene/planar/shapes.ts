// Solids, joints and lines of a planar mechanism as elements of SVG, in the axes of their bodies.
//
// Lengths of the drawing are not metres but `perMetre` to a metre: of a drawing of millimetres that a transform
// enlarges some thousand times, Chromium leaves thin lines, joints and even parts of the page unpainted.
import { svg } from '../../../common/svg';
import type { SceneJoint, Solid, Triple } from '../scene_data';
import type { Sizes } from '../sizes';

export const ink = '#20262c';
const jointFill = '#e3e7eb';
const rail = '#8e99a5';

/** A line of the same width at every zoom. */
export const thinLine = (colour: string, width: number): Record<string, string | number> => (
  { fill: 'none', stroke: colour, 'stroke-width': width, 'vector-effect': 'non-scaling-stroke',
    'stroke-linejoin': 'round' });

export const fat = (width: number): Record<string, string | number> => (
  { fill: 'none', 'stroke-width': 2 * width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });

const outline = thinLine(ink, 1);
const degrees = (radians: number) => radians * 180 / Math.PI;

function circle(radius: number, inner: number): SVGElement {
  const ring = (r: number) => `M ${r} 0 A ${r} ${r} 0 1 1 ${-r} 0 A ${r} ${r} 0 1 1 ${r} 0 Z`;
  return svg('path', { d: inner > 0 ? ring(radius) + ring(inner) : ring(radius), 'fill-rule': 'evenodd' });
}

function unplaced(solid: Solid, thin: number): SVGElement {
  const or = (value: number, other: number) => (value > 0 ? value : other);
  switch (solid.type) {
    case 'box': {
      const [x, y] = [or(solid.size[0], 4 * thin), or(solid.size[1], 4 * thin)];
      return svg('rect', { x: -x / 2, y: -y / 2, width: x, height: y });
    }
    case 'cylinder':
      return circle(or(solid.radius, 2 * thin), solid.inner);
    case 'sphere':
      return circle(or(solid.radius, 2 * thin), 0);
    case 'polygon':
      return svg('polygon', { points: solid.points.map(([x, y]) => `${x},${y}`).join(' ') });
    case 'rod': {
      const [[x1, y1], [x2, y2]] = [solid.points[0]!, solid.points[1]!];
      return svg('line', { x1, y1, x2, y2, ...fat(or(solid.radius, thin)), stroke: 'currentColor' });
    }
  }
}

function scaled(solid: Solid, factor: number): Solid {
  const times = ([x, y, z]: Triple): Triple => [factor * x, factor * y, factor * z];
  return { ...solid, size: times(solid.size), radius: factor * solid.radius, inner: factor * solid.inner,
           length: factor * solid.length, points: solid.points.map(times), at: times(solid.at) };
}

/** A solid in the colour of its group; `thin` is a length of the drawing. */
export function solidElement(inMetres: Solid, thin: number, perMetre: number): SVGElement {
  const solid = scaled(inMetres, perMetre);
  const shape = unplaced(solid, thin);
  if (solid.type !== 'rod')
    for (const [name, value] of Object.entries({ ...outline, fill: 'currentColor' }))
      shape.setAttribute(name, String(value));
  const angle = degrees(2 * Math.atan2(solid.turn[2], solid.turn[3]));
  shape.setAttribute('transform', `translate(${solid.at[0]} ${solid.at[1]}) rotate(${angle})`);
  return shape;
}

export const slides = (joint: SceneJoint): boolean => joint.type === 'prismatic' || joint.type === 'point-on-line';

/** What a joint looks like at its point, with sizes of the drawing; one held by the ground has a ring. */
export function jointElement(joint: SceneJoint, { thin, joint: radius }: Sizes, perMetre: number): SVGElement {
  const [x, y] = [perMetre * joint.point.at[0], perMetre * joint.point.at[1]];
  const group = svg('g', { transform: `translate(${x} ${y})` });
  if (slides(joint)) {
    const [dx, dy] = [12 * thin * joint.axis[0], 12 * thin * joint.axis[1]];
    group.append(svg('line', { x1: -dx, y1: -dy, x2: dx, y2: dy, stroke: rail, ...fat(0.3 * thin) }));
    return group;
  }
  if (joint.point.frame < 0) group.append(svg('circle', { r: 2 * radius, ...thinLine(rail, 2) }));
  const half = 0.9 * radius;
  group.append(joint.type === 'weld'
    ? svg('rect', { x: -half, y: -half, width: 2 * half, height: 2 * half, ...outline, fill: jointFill })
    : svg('circle', { r: radius, ...outline, fill: jointFill }));
  return group;
}

const turnsOfSpring = 8;

/** The points of a spring between two points. */
export function springPath(ax: number, ay: number, bx: number, by: number, width: number): string {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length * width, dx / length * width];
  const at = (s: number, side: number) => `${ax + s * dx + side * nx} ${ay + s * dy + side * ny}`;
  const n = 2 * turnsOfSpring;
  const turns = Array.from({ length: n }, (_, i) => at(0.15 + 0.7 * (i + 0.5) / n, i % 2 === 0 ? 1 : -1));
  return `M ${[at(0, 0), at(0.15, 0), ...turns, at(0.85, 0), at(1, 0)].join(' L ')}`;
}

/** An arrow from a point along a vector; its head is not longer than half of it. */
export function arrowPath(x: number, y: number, dx: number, dy: number, width: number): string {
  const length = Math.hypot(dx, dy) || 1;
  const head = Math.min(3.2 * width, length / 2);
  const [ux, uy] = [dx / length, dy / length];
  const at = (along: number, across: number) => `${x + along * ux - across * uy} ${y + along * uy + across * ux}`;
  const [neck, half, shaft] = [length - head, head / 2.2, head / 7];
  return `M ${[at(0, shaft), at(neck, shaft), at(neck, half), at(length, 0), at(neck, -half), at(neck, -shaft),
               at(0, -shaft)].join(' L ')} Z`;
}
