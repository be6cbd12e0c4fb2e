// A headless browser that reports everything a page must not do. Environment: PLEUEL_VIEWER_BUILD, the folder with the
// packages; PLEUEL_CHROMIUM, the browser.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.env.PLEUEL_VIEWER_BUILD, 'package.json'));

function playwright() {
  try {
    return require('playwright-core');
  } catch {
    throw new Error('packages for tests of pages are not installed: node viewer/install.mjs FOLDER --all');
  }
}

export async function launch() {
  const { chromium } = playwright();
  // Root cannot use the sandbox, and there may be no graphics card. The pages under test are our own.
  return chromium.launch({
    executablePath: process.env.PLEUEL_CHROMIUM,
    // WebGL is then computed by the processor; putting pages together is faster without it.
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
           '--disable-gpu-compositing'],
  });
}

/** Opens a file. `faults` gathers errors of the console and of scripts, and every request but that for the file.
 * `before` is a function that the page runs before its own scripts. */
export async function open(browser, path, options = {}, before = null) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  if (before !== null) await page.addInitScript(before);
  const faults = [];
  const url = pathToFileURL(path).href;
  page.on('console', (message) => {
    const isError = message.type() === 'error' || message.type() === 'warning';
    // The browser's own remark on drawing without a graphics card.
    if (isError && !/GPU stall|swiftshader|GroupMarkerNotSet/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== url && !/^(data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  const started = Date.now();
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  return { page, context, faults, started };
}
