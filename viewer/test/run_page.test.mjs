// The page of a run in a browser: it opens without errors and requests, and everything on it works.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { interrupted, run } from './program.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

async function withPage(result, options, check) {
  const { page, context, faults } = await open(browser, result.page, options);
  try {
    await check(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
    rmSync(result.folder, { recursive: true });
  }
}

const now = async (page) => Number((await page.textContent('#now')).replace(/[^0-9.e+-]/g, ''));
const drawn = (page) => page.waitForSelector('#mechanism[data-drawn]');

/** The picture of the mechanism, to be compared with another. */
async function picture(page) {
  await page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }));
  return (await page.locator('.picture').screenshot()).toString('base64');
}

test('the slider crank plays, pauses and is scrubbed', async () => {
  const result = run('slider-crank', '--rtol', '1e-6');
  assert.equal(result.code, 0);
  await withPage(result, {}, async (page) => {
    await drawn(page);
    assert.equal(await page.locator('#mechanism [data-name="crank"]').count(), 1);
    const first = await picture(page);
    await page.click('#play');
    await page.waitForFunction(() => document.getElementById('play').getAttribute('aria-label') === 'Pause');
    await page.waitForTimeout(500);
    await page.click('#play');
    const paused = await now(page);
    assert.ok(paused > 0);
    assert.notEqual(await picture(page), first);
    await page.fill('#time', '1000');
    assert.ok(Math.abs(await now(page) - 0.05) < 1e-4);
  });
});

test('digits of the reference are told where they are defined, and why not where they are not', async () => {
  // The reference of the pendulum has components that are zero, the slider crank none below atol.
  await withPage(run('slider-crank', '--rtol', '1e-8'), {}, async (page) => {
    assert.match(await page.textContent('header details'), /Referencescd [\d.]+, mescd/);
  });
  await withPage(run('pendulum'), {}, async (page) => {
    const text = await page.textContent('header details');
    assert.match(text, /Referencemescd -?[\d.]+, error/);
    assert.match(text, /scd is not defined: the reference of \S+, \S+, is below atol/);
  });
});

test('keys move the moment', async () => {
  await withPage(run('pendulum', '--until', '2'), {}, async (page) => {
    await drawn(page);
    await page.keyboard.press('End');
    assert.equal(await now(page), 2);
    await page.keyboard.press('ArrowLeft');
    assert.ok(Math.abs(await now(page) - 1.99) < 1e-9);
    await page.keyboard.press('Shift+ArrowLeft');
    assert.ok(Math.abs(await now(page) - 1.89) < 1e-9);
    await page.keyboard.press('Home');
    assert.equal(await now(page), 0);
    await page.keyboard.press(' ');
    assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
  });
});

test('curves are chosen, hovered and clicked', async () => {
  await withPage(run('slider-crank', '--rtol', '1e-6'), {}, async (page) => {
    await page.waitForSelector('.curves .u-over');
    const before = await page.locator('.curves .u-series').count();
    await page.click('.picker summary');
    await page.fill('#filter', 'vphi1');
    const box = page.locator('.picker label:not([hidden]) input').first();
    await box.check();
    assert.ok(await page.locator('.curves .u-series').count() > before);
    const plot = page.locator('.curves .u-over').first();
    const area = await plot.boundingBox();
    await page.mouse.move(area.x + area.width / 4, area.y + area.height / 2);
    const time = await page.textContent('.curves .u-legend .u-value');
    assert.ok(Math.abs(Number(time) - 0.025) < 2e-3, time);
    await page.mouse.click(area.x + area.width / 2, area.y + area.height / 2);
    assert.ok(Math.abs(await now(page) - 0.05) < 2e-3);
  });
});

test('the step at the moment is told', async () => {
  await withPage(run('andrews', '--rtol', '1e-6'), {}, async (page) => {
    await page.waitForSelector('.moment');
    const step = async () => Number(await page.textContent('.moment tr:has-text("Step size") td'));
    await page.keyboard.press('Home');
    const first = await step();
    await page.fill('#time', '1000');
    assert.ok(first > 0 && await step() > first);
    assert.equal(await page.locator('.solver .chart').count(), 4);
  });
});

test('an elastic body is coloured and its deformation exaggerated', async () => {
  await withPage(run('models/fe-slider-crank.json', '--until', '0.005'), {}, async (page) => {
    await drawn(page);
    await page.keyboard.press('End');
    const first = await picture(page);
    await page.selectOption('#field', 'displacement');
    const coloured = await picture(page);
    assert.notEqual(coloured, first);
    await page.fill('#scale', await page.getAttribute('#scale', 'max'));
    assert.notEqual(await picture(page), coloured);
  });
});

test('a viscoplastic bolt is coloured by its plastic strain', async () => {
  await withPage(run('models/bolt.json', '--until', '20'), {}, async (page) => {
    await drawn(page);
    await page.selectOption('#field', 'plastic strain');
    const first = await picture(page);
    await page.keyboard.press('End');
    assert.notEqual(await picture(page), first);
  });
});

test('a spatial suspension is turned', async () => {
  await withPage(run('models/suspension.json', '--until', '1'), {}, async (page) => {
    await drawn(page);
    const first = await picture(page);
    await page.click('[data-view="top"]');
    const above = await picture(page);
    assert.notEqual(above, first);
    const area = await page.locator('#mechanism').boundingBox();
    await page.mouse.move(area.x + 200, area.y + 200);
    await page.mouse.down();
    await page.mouse.move(area.x + 300, area.y + 150, { steps: 5 });
    await page.mouse.up();
    assert.notEqual(await picture(page), above);
  });
});

test('a failed run shows its report and what was computed', async () => {
  const result = run('models/pendulum.json', '--method', 'radau5', '--set', 'max_steps=20');
  assert.equal(result.code, 5, result.errors);
  await withPage(result, {}, async (page) => {
    await drawn(page);
    const report = await page.textContent('[role="alert"]');
    assert.match(report, /failed/);
    assert.match(report, /max_steps/);
    assert.ok(await page.locator('.solver .chart').count() >= 2);
  });
});

test('an interrupted run has its page up to the interruption', async () => {
  const result = await interrupted('pendulum', '--until', '1e6', '--every', '1');
  assert.equal(result.code, 130);
  await withPage(result, {}, async (page) => {
    await drawn(page);
    assert.match(await page.textContent('[role="status"]'), /interrupted at t = /);
    await page.keyboard.press('End');
    assert.ok(await now(page) > 0);
  });
});

test('a plain DAE has curves and no mechanism', async () => {
  await withPage(run('robertson'), {}, async (page) => {
    await page.waitForSelector('.curves .u-over');
    assert.equal(await page.locator('#mechanism').count(), 0);
  });
});

test('nothing is cut off at 1280 and 1920 pixels, light and dark', async () => {
  await withPage(run('models/four-bar.json'), { viewport: { width: 1280, height: 1000 } }, async (page) => {
    await drawn(page);
    for (const colorScheme of ['light', 'dark'])
      for (const width of [1280, 1920]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 1000 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}, ${colorScheme}`);
      }
  });
});

test('residuals that are zero but for luck do not keep the charts from being drawn', async () => {
  await withPage(run('models/spin-up.json', '--until', '1'), {}, async (page) => {
    await drawn(page);
    await page.waitForSelector('figure.chart canvas');
  });
});
