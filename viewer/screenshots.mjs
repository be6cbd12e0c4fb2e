// The pictures of README.md and docs/gallery.md, and that page itself. Run it by scripts/screenshots. With names of
// pictures of the gallery, model-bolt …, only these are renewed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { animatedPng } from './animated_png.mjs';
import { launch, open } from './test/browser.mjs';
import { bench, modes, root, run, sweep } from './test/program.mjs';

const images = join(root, 'docs', 'images');

/** What to show: the arguments of `pleuel run`, the part of the run at which to look, the scale of deformations as a
 * part of the slider, the field of the colours and whether their range is that of the whole run, whether reactions or
 * forces are shown, markers to trace. */
const gallery = [
  { run: ['slider-crank'], at: 0.2, scale: 1 },
  { run: ['andrews'], at: 0.6 },
  { run: ['pendulum', '--until', '2'], at: 0.35 },
  { run: ['chain'], at: 0.4 },
  { run: ['top'], at: 0.3 },
  { run: ['models/fe-slider-crank.json', '--until', '0.05'], at: 0.35, scale: 0.75 },
  { run: ['models/bolt.json'], at: 0.8, scale: 0.6, field: 'plastic strain' },
  { run: ['models/spin-up.json'], at: 0.6, scale: 0.8 },
  { run: ['models/flying-rod.json'], at: 0.35, traces: ['rod.start', 'rod.end'] },
  { run: ['models/bend-45.json'], at: 1 },
  { run: ['models/suspension.json'], at: 0.27, reactions: true },
  { run: ['models/suspension-flexible.json'], at: 0.27, scale: 0.7, field: 'axial force' },
  { run: ['models/spinning-rotor.json'], at: 0.4, scale: 0.8, traces: ['rotor.tip'], field: 'bending moment y' },
  { run: ['models/robot.json'], at: 0.4, traces: ['tool.tip'] },
  { run: ['models/crane.json'], at: 0.5, reactions: true },
  { run: ['models/crane-flexible.json'], at: 0.55, scale: 0.1, traces: ['weight.origin'] },
  { run: ['models/viscoplastic-bracket.json'], at: 0.5, scale: 0.3, field: 'plastic strain' },
  { run: ['models/imported-rod.json', '--until', '0.1'], at: 0.4, scale: 0.6, traces: ['rod.wrist'] },
  { run: ['models/quarter-car.json'], at: 0.21, forces: true },
  { run: ['models/flexible-four-bar.json'], at: 0.55, scale: 0.6, field: 'bending moment' },
  { run: ['models/cyclic-bar.json'], at: 0.95, field: 'plastic strain', ofRun: true },
  { run: ['models/truck.json'], at: 0.3 },
  { run: ['models/truck-flexible.json'], at: 0.3, scale: 0.8 },
  { run: ['models/flyball.json'], at: 0.5, traces: ['right.tip'] },
  { run: ['models/bricard.json'], at: 0.12 },
  { run: ['models/four-bar.json'], at: 0.42, reactions: true, traces: ['BC.tip'] },
  { run: ['models/n-four-bar.json'], at: 0.2 },
  { run: ['models/andrews.json'], at: 0.6 },
  { run: ['models/double-pendulum.json'], at: 0.3 },
  { run: ['models/chain-spatial.json'], at: 0.5 },
  { run: ['models/top.json'], at: 0.3 },
];

/** Moving pictures: the arguments of `pleuel modes`, and the number of the mode. */
const shapes = [{ modes: ['models/suspension.json', '--at-equilibrium'], number: 2 }];
const framesOfPeriod = 12;

/** One period of a mode. */
async function movingPicture(browser, entry) {
  const result = modes(...entry.modes);
  const { page, context } = await open(browser, result.page, { viewport: { width: 900, height: 700 } });
  await page.waitForSelector('#mechanism[data-drawn]');
  await page.click(`[data-mode="${entry.number}"]`);
  await page.click('#play');
  const frequency = await page.textContent(`tr:has([data-mode="${entry.number}"]) td:nth-child(3)`);
  const title = `${await page.textContent('h1')}, mode ${entry.number}: ${frequency} Hz`;
  const frames = [];
  for (let k = 0; k < framesOfPeriod; ++k) {
    await page.fill('#time', String(Math.round(2000 * k / framesOfPeriod)));
    await page.waitForTimeout(150);
    frames.push(await page.locator('#mechanism').screenshot());
  }
  const file = `mode-${basename(entry.modes[0], '.json')}.png`;
  writeFileSync(join(images, file), animatedPng(frames, 2000 / framesOfPeriod));
  await context.close();
  rmSync(result.folder, { recursive: true });
  return { ...entry, title, file };
}

/** Pages of studies: the file, the axes of the scatter plot and its colour, the run that is shown. */
const studies = [
  { study: 'studies/suspension-design.json', x: 'c', y: 'acceleration', colour: 'k', run: 6, out: 'design' },
  { study: 'studies/bolt-scatter.json', x: 'hardness', y: 'remaining', colour: 'p', run: 22, out: 'scatter' },
];

async function studyPage(browser, entry) {
  const result = sweep(entry.study);
  const { page, context } = await open(browser, result.page, { viewport: { width: 1280, height: 1060 } });
  await page.waitForSelector('body[data-ready]');
  await page.selectOption('#scatter-x', entry.x);
  await page.selectOption('#scatter-y', entry.y);
  await page.selectOption('#scatter-colour', entry.colour);
  await page.fill('#run-number', String(entry.run));
  await page.locator('#run-number').press('Enter');
  const title = await page.textContent('h1');
  const file = `study-${basename(entry.study, '.json')}.png`;
  await paintAgain(page);
  await page.screenshot({ path: join(images, file) });
  await context.close();
  rmSync(result.folder, { recursive: true });
  return { ...entry, title, file };
}

async function setUp(page, { at, scale, field, ofRun, reactions, forces, traces }) {
  await page.waitForSelector('#mechanism[data-drawn]');
  await page.fill('#time', String(Math.round(2000 * at)));
  if (scale !== undefined && await page.locator('#scale').count() > 0)
    await page.fill('#scale', String(Number((scale * Number(await page.getAttribute('#scale', 'max'))).toFixed(2))));
  if (field !== undefined) await page.selectOption('#field', field);
  if (!ofRun && await page.locator('#range').count() > 0) await page.check('#range');
  if (reactions) await page.check('[data-arrows="reaction"]');
  if (forces) await page.check('[data-arrows="force"]');
  if (traces !== undefined) {
    await page.click('.traces summary');
    for (const name of traces) await page.getByLabel(name, { exact: true }).check();
    await page.click('.traces summary');
  }
  await paintAgain(page);
}

/** A busy machine may leave parts of the first picture white; another size of the window has all of it painted. */
async function paintAgain(page) {
  const { width, height } = page.viewportSize();
  for (const change of [2, 0]) {
    await page.setViewportSize({ width, height: height + change });
    await page.waitForTimeout(500);
  }
}

const nameOf = (entry) => `${entry.run[0].startsWith('models/') ? 'model-' : ''}${basename(entry.run[0], '.json')}`;

async function picture(browser, entry) {
  const result = run(...entry.run);
  const { page, context } = await open(browser, result.page, { viewport: { width: 1000, height: 800 } });
  await setUp(page, entry);
  const title = await page.textContent('h1');
  await page.locator('.picture').screenshot({ path: join(images, `${nameOf(entry)}.png`) });
  await context.close();
  rmSync(result.folder, { recursive: true });
  return { ...entry, title };
}

async function wholePage(browser, file, entry, colorScheme) {
  const result = run(...entry.run);
  const { page, context } = await open(browser, result.page, { viewport: { width: 1280, height: 1120 }, colorScheme });
  await setUp(page, entry);
  await page.screenshot({ path: join(images, file) });
  await context.close();
  rmSync(result.folder, { recursive: true });
}

async function benchPage(browser, file, colorScheme) {
  const result = bench('andrews', '--rtol', '1e-4:1e-8', '--timeout', '10');
  const { page, context } = await open(browser, result.page, { viewport: { width: 1280, height: 1180 }, colorScheme });
  await page.waitForSelector('body[data-ready]');
  await page.locator('figure.plot').first().locator('g.curve[data-key="ggl1 radau5"] path').nth(2).hover();
  await page.screenshot({ path: join(images, file) });
  await context.close();
  rmSync(result.folder, { recursive: true });
}

function galleryPage(entries, moving, shown) {
  const rows = entries.map((entry) => `## ${entry.title}\n\n    ./pleuel run ${entry.run.join(' ')} --out result\n\n` +
                                      `![${entry.title}](images/${nameOf(entry)}.png)\n`);
  for (const { modes, title, file } of moving)
    rows.push(`## ${title}\n\n    ./pleuel modes ${modes.join(' ')} --out modes\n\n![${title}](images/${file})\n`);
  for (const { study, title, file, out } of shown)
    rows.push(`## ${title}\n\n    ./pleuel sweep ${study} --out ${out}\n\n![${title}](images/${file})\n`);
  return '# Gallery\n\nMechanisms from `models/` and built-in problems, as the page of a run shows them ' +
         '([viewer.md](viewer.md)). Made by `scripts/screenshots`.\n\n' + rows.join('\n');
}

async function renewAll(browser) {
  const entries = [];
  for (const entry of gallery) {
    entries.push(await picture(browser, entry));
    console.log(nameOf(entry));
  }
  const moving = [];
  for (const entry of shapes) moving.push(await movingPicture(browser, entry));
  const shown = [];
  for (const entry of studies) shown.push(await studyPage(browser, entry));
  writeFileSync(join(root, 'docs', 'gallery.md'), galleryPage(entries, moving, shown));
  const crank = { run: ['models/fe-slider-crank.json', '--until', '0.05'], at: 0.35, scale: 0.75 };
  await wholePage(browser, 'run-page.png', crank, 'light');
  await wholePage(browser, 'run-page-dark.png', { run: ['models/suspension.json'], at: 0.27 }, 'dark');
  await benchPage(browser, 'bench-page.png', 'light');
}

mkdirSync(images, { recursive: true });
const names = process.argv.slice(2);
const browser = await launch();
if (names.length === 0) await renewAll(browser);
for (const entry of gallery.filter((one) => names.includes(nameOf(one)))) await picture(browser, entry);
for (const entry of studies.filter(({ study }) => names.includes(`study-${basename(study, '.json')}`)))
  await studyPage(browser, entry);
await browser.close();
