// The page of modes: one of a list is chosen and moves.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { modes } from './program.mjs';

let browser;
let result;
before(async () => {
  browser = await launch();
  result = modes('models/double-pendulum.json', '--at-equilibrium');
});
after(async () => {
  await browser.close();
  rmSync(result.folder, { recursive: true });
});

const chosen = (page) => page.$eval('.modes [aria-current] [data-mode]', (button) => button.dataset.mode);
const now = async (page) => Number((await page.textContent('#now')).replace(/[^0-9.e+-]/g, ''));
/** Where the lower rod is at a part of the period: the numbers of its transformation. */
async function placeAt(page, part) {
  await page.fill('#time', String(2000 * part));
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  const text = await page.getAttribute('#mechanism [data-name="lower"]', 'transform');
  return text.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
}
const distance = (a, b) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));

for (const viewport of [{ width: 1400, height: 900 }, { width: 1000, height: 700 }])
  test(`a mode is chosen from a list with frequencies and damping, and moves, at ${viewport.width}`, async () => {
    assert.equal(result.code, 0, result.errors);
    const { page, context, faults } = await open(browser, result.page, { viewport });
    await page.waitForSelector('#mechanism[data-drawn]');
    const rows = await page.$$eval('.modes tbody tr', (list) => list.map((row) => (
      [...row.cells].map((cell) => cell.textContent))));
    assert.equal(rows.length, 2);
    for (const [, kind, hertz, omega, damping] of rows) {
      assert.equal(kind, 'oscillation');
      assert.ok(Math.abs(2 * Math.PI * Number(hertz) / Number(omega) - 1) < 1e-3);
      assert.equal(damping, '0');
    }
    assert.equal(await chosen(page), '1');
    assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
    for (const number of [2, 1]) {
      await page.click(`[data-mode="${number}"]`);
      assert.equal(await chosen(page), String(number));
      await page.click('#play');
      const [begin, half, end] = [await placeAt(page, 0), await placeAt(page, 0.5), await placeAt(page, 1)];
      // One period, to the digits of the page.
      assert.ok(Math.abs(await now(page) * Number(rows[number - 1][2]) - 1) < 1e-3);
      assert.ok(distance(begin, end) < 1e-4 * distance(begin, half), `${begin} and ${end}`);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    assert.deepEqual(faults, []);
    await context.close();
  });

test('a mode repeats until it is paused', async () => {
  const { page, context } = await open(browser, result.page);
  await page.waitForSelector('#mechanism[data-drawn]');
  await page.fill('#time', '2000');
  await page.waitForFunction((end) => {
    const t = Number(document.getElementById('now').textContent.replace(/[^0-9.e+-]/g, ''));
    return t > 0 && t < end;
  }, 0.5 * await now(page));
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
  await context.close();
});
