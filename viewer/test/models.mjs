// Small models for tests of pictures.
import { modelFile } from './program.mjs';

/** A rod of 2 kg that hangs straight down and stays there. */
export const hanging = () => modelFile({
  name: 'hanging', dimension: 2, gravity: [0, '-9.81 m/s^2'],
  bodies: [{ name: 'rod', shape: { type: 'rod', to: [0, '-1 m'], mass: '2 kg' }, markers: { tip: [0, '-1 m'] } }],
  joints: [{ name: 'pivot', type: 'revolute', a: 'ground.origin', b: 'rod.origin' }],
  outputs: ['rod.phi', { reaction: 'pivot', parts: ['fx', 'fy'] }],
  simulation: { until: '1 s', every: '0.1 s' },
});

/** A link of the given length, in metres, that swings about a pin. */
export const link = (length) => modelFile({
  name: `link-${length}`, dimension: 2, gravity: [0, '-9.81 m/s^2'],
  bodies: [{ name: 'rod', shape: { type: 'rod', to: [`${length} m`, 0], mass: '2 kg' },
             markers: { tip: [`${length} m`, 0] } }],
  joints: [{ name: 'pivot', type: 'revolute', a: 'ground.origin', b: 'rod.origin' }],
  outputs: ['rod.phi'],
  simulation: { until: `${Math.sqrt(length)} s`, every: `${0.05 * Math.sqrt(length)} s` },
});

/** A boom that a cylinder lifts, with a load on a rope. */
export const crane = (dimension) => {
  const point = (x, y) => (dimension === 2 ? [`${x} m`, `${y} m`] : [`${x} m`, 0, `${y} m`]);
  const turned = dimension === 2 ? {} : { z: [0, -1, 0], x: [1, 0, 0] };
  return modelFile({
    name: `crane-${dimension}`, dimension, gravity: dimension === 2 ? [0, '-9.81 m/s^2'] : [0, 0, '-9.81 m/s^2'],
    bodies: [
      { name: 'boom', shape: { type: 'rod', to: point(3, 0), radius: '0.05 m', mass: '80 kg' },
        markers: { foot: { at: point(0, 0), ...turned }, middle: point(1, 0), tip: point(3, 0) } },
      { name: 'load', shape: { type: 'sphere', radius: '0.2 m', mass: '100 kg' }, position: point(3, -1.5),
        markers: { hook: point(0, 0) } },
    ],
    ground: { markers: { foot: { at: point(0, 0), ...turned }, low: point(0.5, -1) } },
    joints: [{ name: 'hinge', type: 'revolute', a: 'ground.foot', b: 'boom.foot' },
             { name: 'rope', type: 'distance', a: 'boom.tip', b: 'load.hook', length: '1.5 m' }],
    drivers: [{ name: 'lift', type: 'distance', a: 'ground.low', b: 'boom.middle',
                value: 'sqrt(1.25)*1 m + 0.1 m/s*t' }],
    outputs: ['load.x'],
    simulation: { until: '3 s', every: '0.1 s' },
  });
};

/** A beam, whose fields are forces, and a sheet, which has a stress, side by side; a rigid block besides. */
export const beamAndSheet = () => {
  const flexible = (name, y, rest) => ({
    name, type: 'flexible', position: [0, y], material: { young: '2e9 Pa', poisson: 0.3, density: '1000 kg/m^3' },
    ...rest });
  return modelFile({
    name: 'beam-and-sheet', dimension: 2, gravity: [0, '-9.81 m/s^2'],
    ground: { markers: { high: [0, '0.5 m'], low: ['0.5 m', '-0.5 m'] } },
    bodies: [
      flexible('beam', '0.5 m', { mesh: { type: 'beam', length: '1 m', elements: 4 },
                                  section: { area: '1e-3 m^2', inertia: '1e-7 m^4' },
                                  frame: { type: 'tangent', set: 'start' } }),
      flexible('sheet', 0, { mesh: { type: 'box', length: '1 m', height: '0.2 m', cells: [6, 2], element: 'T6' },
                             thickness: '0.01 m', state: 'plane-stress',
                             frame: { type: 'chord', a: 'left_middle', b: 'right_middle' } }),
      { name: 'block', shape: { type: 'box', size: ['0.2 m', '0.2 m'], mass: '1 kg' }, position: ['0.5 m', '-0.5 m'] },
    ],
    joints: [{ name: 'wall', type: 'weld', a: 'ground.high', b: 'beam.origin' },
             { name: 'pin', type: 'revolute', a: 'ground.origin', b: 'sheet.origin' },
             { name: 'held', type: 'weld', a: 'ground.low', b: 'block.origin' }],
    outputs: ['sheet.phi'],
    simulation: { until: '0.2 s', every: '0.01 s' },
  });
};

/** Links that hang from each other: 100 outputs, none of them a reaction, and 20 arrows. */
export function longChain() {
  const names = Array.from({ length: 20 }, (_, k) => `link${k + 1}`);
  return modelFile({
    name: 'long-chain', dimension: 2, gravity: [0, '-9.81 m/s^2'],
    bodies: names.map((name, k) => ({
      name, shape: { type: 'rod', to: ['0.1 m', 0], mass: '0.1 kg' }, position: [`${0.1 * k} m`, 0],
      markers: { tip: ['0.1 m', 0] } })),
    joints: names.map((name, k) => ({
      name: `pin${k + 1}`, type: 'revolute', a: k === 0 ? 'ground.origin' : `${names[k - 1]}.tip`,
      b: `${name}.origin` })),
    outputs: names.flatMap((name) => ['x', 'y', 'phi', 'vx', 'vy'].map((part) => `${name}.${part}`)),
    simulation: { until: '10 s', rtol: 1e-5, atol: 1e-5, every: '1 ms' },
  });
}
