// How large a page of 10 000 samples, 100 outputs and 20 arrows is, when its first picture is seen, and what writing it
// costs. Run it by scripts/measure-page. Times are the best of several, runs with and without a page alternate.
import { rmSync } from 'node:fs';
import { launch, open } from './test/browser.mjs';
import { longChain } from './test/models.mjs';
import { run } from './test/program.mjs';

const rounds = 5;

/** Notes when the mechanism has been drawn, and when the first curve has, in ms since the page was asked for. */
function noteFirstPicture() {
  window.seen = {};
  const note = (name, selector) => {
    if (window.seen[name] === undefined && document.querySelector(selector) !== null)
      requestAnimationFrame(() => setTimeout(() => { window.seen[name] ??= performance.now(); }));
  };
  new MutationObserver(() => {
    note('mechanism', '#mechanism[data-drawn]');
    note('curves', '.curves .u-over');
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Also the processor time of the page's main thread until then, which other work on the machine hardly changes. */
async function firstPicture(browser, path) {
  const { page, context } = await open(browser, path, { viewport: { width: 1400, height: 900 } }, noteFirstPicture);
  await page.waitForFunction(() => window.seen.mechanism !== undefined && window.seen.curves !== undefined);
  const seen = await page.evaluate(() => window.seen);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.reload();
  await page.waitForFunction(() => window.seen.mechanism !== undefined && window.seen.curves !== undefined);
  const { metrics } = await session.send('Performance.getMetrics');
  await context.close();
  return { ...seen, processor: 1000 * metrics.find(({ name }) => name === 'TaskDuration').value };
}

function timed(...options) {
  const begin = process.hrtime.bigint();
  const result = run(...options);
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  if (result.code !== 0) throw new Error(result.errors);
  return { ...result, seconds };
}

const model = longChain();
const browser = await launch();
const best = { with: Infinity, without: Infinity, mechanism: Infinity, curves: Infinity, processor: Infinity };
let bytes = 0;
for (let k = 0; k < rounds; ++k) {
  const results = { with: timed(model), without: timed(model, '--no-page') };
  for (const [name, { seconds }] of Object.entries(results)) best[name] = Math.min(best[name], seconds);
  bytes = results.with.bytes;
  const seen = await firstPicture(browser, results.with.page);
  for (const [name, ms] of Object.entries(seen)) best[name] = Math.min(best[name], ms);
  for (const { folder } of Object.values(results)) rmSync(folder, { recursive: true });
}
await browser.close();
console.log(`page: ${(bytes / 1e6).toFixed(2)} MB`);
console.log(`first picture of the mechanism after ${best.mechanism.toFixed(0)} ms, ` +
            `of the curves after ${best.curves.toFixed(0)} ms; ` +
            `${best.processor.toFixed(0)} ms of processor time of the page's main thread`);
console.log(`run with its page ${best.with.toFixed(2)} s, without ${best.without.toFixed(2)} s: ` +
            `${(100 * (best.with / best.without - 1)).toFixed(1)} % more`);
