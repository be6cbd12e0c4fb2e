// Large pages: they stay below a size and open. They take minutes (./test --long).
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { root, run } from './program.mjs';

const mostBytes = 30e6;
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

async function withPage(result, check) {
  const { page, context, faults } = await open(browser, result.page);
  try {
    await page.waitForSelector('#mechanism[data-drawn]');
    await check(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
    rmSync(result.folder, { recursive: true });
  }
}

test('a million samples make a page below 30 MB', async (t) => {
  const result = run('spring-pendulum', '--every', '1e-5', '--until', '10', '--rtol', '1e-4');
  assert.ok(result.bytes < mostBytes, `${result.bytes} bytes`);
  const started = Date.now();
  await withPage(result, async (page) => {
    assert.match(await page.textContent('header details'), /1000001 samples as \d+ points/);
    t.diagnostic(`${(result.bytes / 1e6).toFixed(1)} MB, first picture after ${Date.now() - started} ms`);
  });
});

/** The finite element slider crank with a finer mesh, whose motion is that of six normal modes. */
function fineModel() {
  const folder = mkdtempSync(join(tmpdir(), 'pleuel-model-'));
  const text = readFileSync(join(root, 'models', 'fe-slider-crank.json'), 'utf8');
  const path = join(folder, 'fine.json');
  writeFileSync(path, text.replace('"state": "plane-stress",', '"state": "plane-stress", "modes": 6,'));
  return { folder, path };
}

test('a mesh of 20 000 nodes makes a page below 30 MB', async (t) => {
  const model = fineModel();
  // T6: 661 x 31 nodes.
  const result = run(model.path, '--set', 'cells=330', '--set', 'rows=15', '--until', '0.02');
  rmSync(model.folder, { recursive: true });
  assert.equal(result.code, 0, result.errors);
  assert.ok(result.bytes < mostBytes, `${result.bytes} bytes`);
  const started = Date.now();
  await withPage(result, async (page) => {
    t.diagnostic(`${(result.bytes / 1e6).toFixed(1)} MB, first picture after ${Date.now() - started} ms`);
    const picture = async () => {
      await page.evaluate(() => new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }));
      return (await page.locator('.picture').screenshot()).toString('base64');
    };
    const first = await picture();
    await page.fill('#time', '1000');
    assert.notEqual(await picture(), first);
  });
});
