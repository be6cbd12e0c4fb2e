// The numbers of the curves on a page are those of the run, and close enough to each other.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { longChain } from './models.mjs';
import { curvesOf, trajectoryOf } from './page_data.mjs';
import { run } from './program.mjs';

// Rounding and steps depend on the pair.
const pair = ['--formulation', 'ggl1', '--method', 'radau5'];
const rangeOf = (values) => Math.max(...values) - Math.min(...values);

/** What straight lines between the points of a curve give at t. */
function lineAt(times, values, t) {
  let k = 1;
  while (k < times.length - 1 && times[k] < t) ++k;
  const part = (t - times[k - 1]) / (times[k] - times[k - 1] || 1);
  return values[k - 1] + part * (values[k] - values[k - 1]);
}

test('a page holds the samples of the trajectory to a quarter of the tolerance, of the range', () => {
  const result = run('models/four-bar.json', '--all', '--rtol', '1e-6', '--every', '0.001', '--until', '0.5');
  const { times, columns } = curvesOf(result.page);
  const trajectory = trajectoryOf(result.folder);
  const place = new Map([...times].map((t, k) => [t, k]));
  for (const name of ['BC.tip.x', 'swing.rate', 'energy.total', 'BC.x']) {
    // Single precision is the other bound.
    const bound = 0.25e-6 * rangeOf(trajectory[name]) + 2 ** -23 * Math.max(...trajectory[name].map(Math.abs));
    const least = 2 ** -16 * rangeOf(trajectory[name]);
    trajectory['t'].forEach((t, k) => {
      const shown = columns[name][place.get(t)];
      assert.ok(Math.abs(shown - trajectory[name][k]) <= (name === 'BC.x' ? least : bound), `${name} at ${t}`);
    });
  }
  rmSync(result.folder, { recursive: true });
});

test('curves of a run with few samples follow its dense output', () => {
  // Samples as far from each other as the periods of the reactions are long. The tolerance is small because at 1e-4
  // reactions have errors of percents themselves, and jump from step to step.
  const options = ['models/fe-slider-crank.json', '--until', '0.01', ...pair, '--rtol', '1e-6', '--atol', '1e-6'];
  const coarse = run(...options, '--every', '5e-4');
  const fine = run(...options, '--every', '4e-6', '--no-page');
  const { times, columns } = curvesOf(coarse.page);
  const expected = trajectoryOf(fine.folder);
  for (const name of ['slide.fy', 'energy.total', 'slider.x']) {
    const range = rangeOf(expected[name]);
    const worst = Math.max(...expected['t'].map((t, k) => (
      Math.abs(lineAt(times, columns[name], t) - expected[name][k]) / range)));
    // A pixel of the 100 of a chart; samples alone are off by half the range in the reaction.
    assert.ok(worst < 0.01, `${name}: ${worst}`);
  }
  const samples = trajectoryOf(coarse.folder);
  const aliased = Math.max(...expected['t'].map((t, k) => (
    Math.abs(lineAt(samples['t'], samples['slide.fy'], t) - expected['slide.fy'][k]))));
  assert.ok(aliased > 0.3 * rangeOf(expected['slide.fy']));
  for (const { folder } of [coarse, fine]) rmSync(folder, { recursive: true });
});

test('what the page shows between samples changes nothing of the run', () => {
  const options = ['models/fe-slider-crank.json', '--all', '--until', '0.005'];
  const [first, second] = [run(...options), run(...options, '--no-page')];
  assert.deepEqual(trajectoryOf(first.folder), trajectoryOf(second.folder));
  for (const { folder } of [first, second]) rmSync(folder, { recursive: true });
});

test('values at rounding level are zero', () => {
  const result = run('models/suspension.json', ...pair, '--all', '--until', '0.3');
  const noise = trajectoryOf(result.folder);
  const { columns } = curvesOf(result.page);
  // The chassis moves up and down alone; in which of these there is rounding depends on the order of sums.
  const names = ['chassis.x', 'chassis.vx', 'chassis.vy', 'chassis.ax', 'chassis.ay', 'chassis.p1'];
  assert.ok(names.some((name) => noise[name].some((x) => x !== 0)), 'there is no rounding');
  for (const name of names) assert.ok(columns[name].every((x) => x === 0), name);
  assert.ok(columns['carrier.x'].some((x) => x !== 0));
  rmSync(result.folder, { recursive: true });
});

test('a page of 10 000 samples, 100 outputs and 20 arrows has at most 6 MB', (t) => {
  const result = run(longChain());
  assert.equal(result.code, 0, result.errors);
  const { times, columns } = curvesOf(result.page);
  assert.ok(times.length >= 10_001);
  assert.equal(Object.keys(columns).filter((name) => /^pin\d+\.f[xy]$/.test(name)).length, 40);
  t.diagnostic(`${(result.bytes / 1e6).toFixed(2)} MB`);
  assert.ok(result.bytes <= 6e6, `${result.bytes} bytes`);
  rmSync(result.folder, { recursive: true });
});
