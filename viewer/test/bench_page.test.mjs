// The page of a bench in a browser: it opens without errors and requests, and everything on it works.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { bench, hasMethod } from './program.mjs';

let browser;
let result;
let opened;
before(async () => {
  browser = await launch();
  result = bench('pendulum', '--rtol', '1e-4,1e-6', '--repeat', '1', '--timeout', '5');
  opened = await open(browser, result.page);
  await opened.page.waitForSelector('body[data-ready]');
});
after(async () => {
  await browser.close();
  rmSync(result.folder, { recursive: true });
});

/** The page is opened once: its claims are tested one after the other, each with all curves shown. */
async function withPage(check) {
  const { page, faults } = opened;
  await page.getByRole('button', { name: 'All' }).click();
  await check(page);
  assert.deepEqual(faults, []);
}

const nCurves = (page, plot) => page.locator('figure.plot').nth(plot).locator('g.curve').count();
const shownCurves = async (page) => Number((await page.textContent('#shown-count')).split(' ')[0]);

test('a bench of more than thirty pairs shows a curve of each, and the page is small', async () => {
  assert.equal(result.code, 0);
  assert.ok(result.bytes < 5e6, `${result.bytes} bytes`);
  await withPage(async (page) => {
    assert.ok(await shownCurves(page) >= 30);
    assert.equal(await nCurves(page, 0), await shownCurves(page));
    const titles = await page.locator('figure.plot figcaption').allTextContents();
    assert.deepEqual(titles, ['Positions q', 'Velocities v', 'Multipliers λ', 'Digits', 'Position residual',
                              'Velocity residual', 'Energy balance']);
  });
});

test('curves are toggled one by one, by method, by formulation, and all at once', async () => {
  await withPage(async (page) => {
    const all = await shownCurves(page);
    await page.getByRole('checkbox', { name: 'ggl1 radau5', exact: true }).uncheck();
    assert.equal(await shownCurves(page), all - 1);
    const before = await nCurves(page, 0);
    await page.getByRole('checkbox', { name: 'all of radau5', exact: true }).check();
    await page.getByRole('checkbox', { name: 'all of radau5', exact: true }).uncheck();
    assert.ok(await nCurves(page, 0) < before);
    assert.ok(!(await page.getByRole('checkbox', { name: 'rcd0 radau5', exact: true }).isChecked()));
    await page.getByRole('checkbox', { name: 'all of ggl1', exact: true }).check();
    assert.ok(await page.getByRole('checkbox', { name: 'ggl1 radau5', exact: true }).isChecked());
    await page.getByRole('button', { name: 'None' }).click();
    assert.equal(await shownCurves(page), 0);
    assert.equal(await nCurves(page, 0), 0);
    await page.getByRole('button', { name: 'Fastest 8' }).click();
    assert.equal(await nCurves(page, 0), 8);
    await page.getByRole('button', { name: 'All' }).click();
    assert.equal(await nCurves(page, 0), all);
  });
});

test('a curve is read by the pointer and by the keyboard, and stands out in all diagrams', async () => {
  await withPage(async (page) => {
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByRole('checkbox', { name: 'ggl1 radau5', exact: true }).check();
    await page.locator('figure.plot').first().locator('g.curve path').nth(1).hover();
    await page.waitForFunction(() => document.getElementById('reading').textContent.includes('ggl1 radau5'));
    assert.match(await page.textContent('#reading'), /rtol 1e-4.*right-hand sides \d+.*factorisations \d+.*error q/s);
    assert.equal(await page.locator('figure.plot g.curve.front').count(), 4);
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => document.getElementById('reading').textContent.startsWith('Point at'));
    await page.locator('svg.plot').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await page.textContent('#reading'), /ggl1 radau5.*rtol 1e-4/s);
    await page.keyboard.press('ArrowRight');
    assert.match(await page.textContent('#reading'), /ggl1 radau5.*rtol 1e-6/s);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('figure.plot g.curve.front').count(), 0);
  });
});

test('work is chosen, and with it the axis', async () => {
  await withPage(async (page) => {
    const axis = () => page.locator('figure.plot').first().locator('text', { hasText: 'factorisations' }).count();
    assert.equal(await axis(), 0);
    await page.selectOption('#work', 'factorizations');
    assert.equal(await axis(), 1);
  });
});

const needsIda = { skip: !hasMethod('ida') && 'built without SUNDIALS' };

test('times have ratios to the peer of the run, and are sorted by digits', needsIda, async () => {
  await withPage(async (page) => {
    const rows = page.locator('#times tbody tr');
    const time = async (row) => Number(await rows.nth(row).locator('td').first().textContent());
    await page.getByRole('button', { name: 'sort by the time to 3 digits' }).click();
    assert.ok(await time(0) <= await time(1));
    const peers = page.locator('#times tbody tr', { hasText: 'ida' });
    const ratios = await peers.evaluateAll((rows) => rows.map((row) => Number(row.cells[2].textContent)));
    assert.ok(ratios.includes(1));
  });
});

test('the matrix says why a pair fails or is refused, and what was published', needsIda, async () => {
  await withPage(async (page) => {
    await page.getByRole('button', { name: /^ovd1 ida: refused/ }).focus();
    assert.match(await page.textContent('#reasons'), /ovd1 ida.*refused: .+/s);
    await page.getByRole('button', { name: /^ori2 ida: / }).hover();
    assert.match(await page.textContent('#reasons'), /ori2 ida.*failed at t = /s);
    await page.getByRole('button', { name: /^ori2 radau5: / }).hover();
    assert.match(await page.textContent('#reasons'), /published, RADAU5: at some tolerances/);
  });
});

test('drift follows the tolerance, published values stand beside measured ones, settings are told', async () => {
  await withPage(async (page) => {
    const path = () => page.locator('figure.plot').nth(4).locator('g.curve path').first().getAttribute('d');
    const before = await path();
    assert.ok(before.length > 100);
    await page.selectOption('#tolerance', { label: '1e-4' });
    assert.notEqual(await path(), before);
    assert.match(await page.textContent('#published'), /RADAU5\(rcd0\) ERR/);
    assert.match(await page.textContent('section[aria-label=Settings]'), /Compiler.*Processor/s);
    await page.locator('#all-runs summary').click();
    await page.waitForSelector('#runs');  // made when the browser says that it is open
    assert.ok(await page.locator('#runs tbody tr').count() >= 60);
  });
});

test('it is legible in light and dark at 1280 and 1920 pixels: nothing beyond the edge, text in contrast', async () => {
  await withPage(async (page) => {
    for (const colorScheme of ['light', 'dark'])
      for (const width of [1280, 1920]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 1000 });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const lightness = await page.evaluate(() => {
          const of = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, x) => sum + Number(x), 0) / 765;
          const { color, backgroundColor } = getComputedStyle(document.body);
          const axis = getComputedStyle(document.querySelector('svg.plot text')).fill;
          return [of(color), of(backgroundColor), of(axis)];
        });
        assert.ok(Math.abs(lightness[0] - lightness[1]) > 0.7);
        assert.ok(Math.abs(lightness[2] - lightness[1]) > 0.4);
      }
  });
});

test('cases without digits, plain equations and several cases at once have their page too', async () => {
  const several = bench('chain', 'slider-crank', '--methods', 'radau5', '--formulations', 'ggl1', '--rtol', '1e-4',
                        '--repeat', '1');
  const plain = bench('van-der-pol', '--methods', 'radau5,bdf', '--rtol', '1e-4', '--repeat', '1');
  const first = await open(browser, several.page);
  await first.page.waitForSelector('body[data-ready]');
  // The chain has no published digits: they come from two runs, as its title says.
  assert.match(await first.page.textContent('body'), /digits are counted/);
  await first.page.selectOption('#case', { label: 'slider-crank, to t = 0.1' });
  assert.equal(await first.page.locator('figure.plot').count(), 7);
  const second = await open(browser, plain.page);
  await second.page.waitForSelector('body[data-ready]');
  assert.equal(await second.page.locator('figure.plot').count(), 1);
  assert.match(await second.page.textContent('main'), /the case is no mechanism/);
  for (const { context, faults } of [first, second]) {
    assert.deepEqual(faults, []);
    await context.close();
  }
  for (const { folder } of [several, plain]) rmSync(folder, { recursive: true });
});

test('pleuel view serves the page, and it works there too', async () => {
  const server = spawn(process.env.PLEUEL_PROGRAM, ['view', dirname(result.page), '--no-open']);
  try {
    const address = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).trim())));
    const page = await browser.newPage();
    const faults = [];
    page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(address);
    await page.waitForSelector('body[data-ready]');
    assert.ok(await shownCurves(page) >= 30);
    assert.deepEqual(faults, []);
    await page.close();
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    assert.equal(await ended, 0);
  }
});
