// The page of a study in a browser: it opens without errors and requests, and everything on it works.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { root, sweep } from './program.mjs';

let browser;
let result;
let opened;
before(async () => {
  browser = await launch();
  result = sweep('tests/sweep/studies/forty.json', '--pages', '3,failed');
  opened = await open(browser, result.page);
  await opened.page.waitForSelector('body[data-ready]');
});
after(async () => {
  await browser.close();
  rmSync(result.folder, { recursive: true });
});

test('counts, statistics, effects, histograms and failed runs are those of the study', async () => {
  const { page, faults } = opened;
  assert.equal(result.code, 0);
  assert.match(await page.textContent('#counts'), /40 runs of .*: 38 ok, 2 failed/);
  assert.equal(await page.locator('#statistics tbody tr').count(), 3);
  assert.equal(await page.locator('figure.histogram').count(), 4);
  assert.equal(await page.locator('#effects tbody tr').count(), 4);
  assert.equal(await page.locator('#failed tr').count(), 2);
  assert.match(await page.textContent('#failed'), /must not be below 0/);
  assert.deepEqual(faults, []);
});

test('the scatter plot shows each run that is ok, and its axes can be chosen', async () => {
  const { page } = opened;
  const points = () => page.getAttribute('[aria-label^="Scatter plot:"]', 'data-points');
  assert.equal(await points(), '38');
  await page.selectOption('#scatter-y', 'k');
  assert.equal(await points(), '40');
  await page.selectOption('#scatter-colour', 'state of the run');
  assert.match(await page.textContent('#scatter-legend'), /^40 points$/);
  await page.selectOption('#scatter-y', 'comfort');
});

test('a point is selected by a click or its number, and its command repeats the run', async () => {
  const { page } = opened;
  await page.fill('#run-number', '3');
  await page.locator('#run-number').press('Enter');
  const command = await page.textContent('#run-command');
  assert.match(command, /^pleuel run .*quarter-car\.json --set 'c=1\.03 kN\*s\/m' .* --out run-3$/);
  const line = command.replace(/^pleuel/, process.env.PLEUEL_PROGRAM).replace(/ --out .*/, ' --json');
  const repeated = JSON.parse(spawnSync('bash', ['-c', line], { cwd: root }).stdout);
  const shown = await page.textContent('#run-facts');
  assert.ok(shown.includes(`y_end [m] ${Number(repeated.outputs['body.y'].toPrecision(4))}`), shown);
  await page.locator('#failed button').first().click();
  assert.match(await page.textContent('#run-facts'), /failed: /);
  await page.locator('[aria-label^="Scatter plot:"]').click({ position: { x: 2, y: 2 } });
  assert.match(await page.textContent('#run-facts'), /Click a point/);
});

test('a run with a page of its own links to it, another one has a command that writes it', async () => {
  const { page } = opened;
  await page.fill('#run-number', '3');
  await page.locator('#run-number').press('Enter');
  const address = await page.getAttribute('#run-page', 'href');
  assert.equal(address, 'pages/run-3.html');
  const single = await open(browser, join(result.folder, address));
  assert.match(await single.page.textContent('h1'), /^Run 3: c=1\.03 kN\*s\/m/);
  assert.deepEqual(single.faults, []);
  await single.page.close();
  await page.fill('#run-number', '4');
  await page.locator('#run-number').press('Enter');
  assert.equal(await page.locator('#run-page').count(), 0);
  assert.match(await page.textContent('#run-facts'), /writes its page/);
});

test('the curves have a band, the mouse names the run of a curve, and a click selects it', async () => {
  const { page, faults } = opened;
  const canvas = page.locator('[aria-label^="Curves of"]').first();
  await canvas.scrollIntoViewIfNeeded();
  assert.equal(await canvas.getAttribute('data-curves'), '38');
  const note = () => page.textContent('[data-curve-note]');
  assert.match(await note(), /median of 38 runs; .*38 single runs/);
  const box = await canvas.boundingBox();
  // Somewhere on this line there is a curve within 12 pixels.
  for (let y = 20; y < 250 && !/^Run/.test(await note()); y += 10)
    await page.mouse.move(box.x + box.width / 2, box.y + y);
  const [, run] = /^Run (\d+): .* at t = /.exec(await note());
  await page.mouse.down();
  await page.mouse.up();
  assert.equal(await page.inputValue('#run-number'), run);
  assert.deepEqual(faults, []);
});

test('dragging along an axis of the parallel coordinates filters the runs everywhere', async () => {
  const { page, faults } = opened;
  const lines = async () => Number(await page.getAttribute('[aria-label^="Parallel coordinates:"]', 'data-lines'));
  const all = await lines();
  assert.equal(all, 40);
  await page.locator('[aria-label^="Parallel coordinates:"]').scrollIntoViewIfNeeded();
  const box = await page.locator('[aria-label^="Parallel coordinates:"]').boundingBox();
  // The fifth of eight axes, that of comfort, between margins of 60 pixels; its lower half.
  const x = box.x + 60 + 4 / 7 * (box.width - 120);
  await page.mouse.move(x, box.y + 326);
  await page.mouse.down();
  await page.mouse.move(x, box.y + 180, { steps: 4 });
  await page.mouse.up();
  const kept = await lines();
  assert.ok(kept > 0 && kept < all, `${kept} of ${all}`);
  assert.ok(Number(await page.getAttribute('[aria-label^="Scatter plot:"]', 'data-points')) <= kept);
  await page.mouse.dblclick(x, box.y + 200);
  assert.equal(await lines(), all);
  assert.deepEqual(faults, []);
});
