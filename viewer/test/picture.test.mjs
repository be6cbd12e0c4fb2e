// The picture of the mechanism on the page of a run, at two sizes of the window.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { beamAndSheet, crane, hanging, link } from './models.mjs';
import { run } from './program.mjs';

const sizes = [{ width: 1400, height: 900 }, { width: 1000, height: 700 }];
const cases = {
  fourBar: ['models/four-bar.json'],
  elastic: ['models/fe-slider-crank.json', '--until', '0.01'],
  flyball: ['models/flyball.json'],
  rotor: ['models/spinning-rotor.json', '--until', '0.2'],
  chain: ['chain'],
};
const results = new Map();
let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser.close();
  for (const { folder } of results.values()) rmSync(folder, { recursive: true });
});

/** The result of a run, made once. */
function resultOf(name, options) {
  if (!results.has(name)) results.set(name, run(...options));
  const result = results.get(name);
  assert.equal(result.code, 0, result.errors);
  return result;
}

const pages = new Map();

/** The page of a result in a window, opened once: its claims are tested one after the other, each from where the one
 * before has left the controls. `initially` as in open(). */
async function pageOf(name, options, viewport, initially) {
  const key = `${name} ${viewport.width} ${initially?.name}`;
  if (!pages.has(key)) {
    const { page, faults } = await open(browser, resultOf(name, options).page, { viewport, acceptDownloads: true },
                                        initially);
    await page.waitForSelector('#mechanism[data-drawn]');
    pages.set(key, { page, faults });
  }
  return pages.get(key);
}

/** A claim at a size of the window; `check` gets the page once its mechanism is drawn. */
function atSize(viewport, claim, name, options, check, initially = null) {
  test(`${claim}, ${viewport.width} × ${viewport.height}`, async (t) => {
    const { page, faults } = await pageOf(name, options(), viewport, initially);
    await check(page, t);
    assert.deepEqual(faults, []);
  });
}

/** The same claim at both sizes. */
function atBothSizes(...claim) {
  for (const viewport of sizes) atSize(viewport, ...claim);
}

const settle = (page) => page.evaluate(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(resolve));
}));
async function goTo(page, part) {
  await page.fill('#time', String(Math.round(2000 * part)));
  await settle(page);
}
const image = async (page) => (await page.locator('.picture').screenshot()).toString('base64');

/** What `look` finds in the picture; it runs in the page, where pixels.data (red, green, blue, 255 of each pixel),
 * .width and .height are known. */
async function inPixels(page, look) {
  const data = await image(page);
  await page.evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    window.pixels = context.getImageData(0, 0, picture.width, picture.height);
  }, data);
  return page.evaluate(look);
}

/** Rectangles of things in the window, by a selector. */
const boxes = (page, selector) => page.$$eval(selector, (list) => list.map((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
}));

// At 100 000 pixels to a metre.
atBothSizes('joints and axes of a mechanism of millimetres are painted', 'small', () => [link(0.003)], async (page) => {
  await goTo(page, 0.5);
  const { ring, axis } = await inPixels(page, () => {
    const { data } = window.pixels;
    const count = { ring: 0, axis: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [red, green, blue] = data.subarray(i, i + 3);
      // The ring around a joint that the ground holds is grey, the first axis red.
      if (Math.hypot(red - 0x8e, green - 0x99, blue - 0xa5) < 12) ++count.ring;
      if (red > green + 50 && red > blue + 50) ++count.axis;
    }
    return count;
  });
  assert.ok(ring > 30 && axis > 15, `${ring} pixels of the ring, ${axis} of the axis`);
});

const moments = [0, 0.06, 0.12, 0.18, 0.24];  // of the four-bar: a revolution of its crank

atBothSizes('a planar mechanism is inside the picture at all times, and fills it', 'fourBar', () => cases.fourBar,
            async (page) => {
  const [area] = await boxes(page, '#mechanism');
  const all = [];
  for (const part of moments) {
    await goTo(page, part);
    all.push(...await boxes(page, '#mechanism [data-name]:not([data-arrow])'));
  }
  const [left, top] = [Math.min(...all.map((box) => box.left)), Math.min(...all.map((box) => box.top))];
  const [right, bottom] = [Math.max(...all.map((box) => box.right)), Math.max(...all.map((box) => box.bottom))];
  assert.ok(left >= area.left && right <= area.right && top >= area.top && bottom <= area.bottom);
  const filled = Math.max((right - left) / (area.right - area.left), (bottom - top) / (area.bottom - area.top));
  assert.ok(filled > 0.75, `only ${filled}`);
});

atBothSizes('a spatial mechanism is inside the picture at all times, and fills it', 'flyball', () => cases.flyball,
            async (page) => {
  const all = [];
  for (const part of [0, 0.04, 0.09, 0.5]) {
    await goTo(page, part);
    // Bodies are coloured; the ground is grey, and the axes at the origin are far from the edges.
    all.push(await inPixels(page, () => {
      const { data, width, height } = window.pixels;
      const box = { left: width, right: 0, top: height, bottom: 0, width, height };
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
        if (Math.max(r, g, b) - Math.min(r, g, b) < 70) continue;
        const [x, y] = [i / 4 % width, Math.floor(i / 4 / width)];
        Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x),
                             top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) });
      }
      return box;
    }));
  }
  for (const { left, right, top, bottom, width, height } of all)
    assert.ok(left > 4 && right < width - 5 && top > 4 && bottom < height - 5, JSON.stringify(all));
  const [top, bottom] = [Math.min(...all.map((box) => box.top)), Math.max(...all.map((box) => box.bottom))];
  assert.ok((bottom - top) / all[0].height > 0.4, JSON.stringify(all));
});

atBothSizes('no control is covered by the player', 'elastic', () => cases.elastic, async (page) => {
  const [[player], [tools]] = [await boxes(page, '.controls'), await boxes(page, '.tools')];
  assert.ok(tools.bottom <= player.top, `tools end at ${tools.bottom}, the player begins at ${player.top}`);
  await page.click('.picker summary');
  // Of the many boxes of quantities the last is enough.
  const covered = await page.evaluate(() => {
    const all = [...document.querySelectorAll('.scrolled :is(button, select, summary, input)')];
    const boxes = all.filter((element) => element.closest('.picker fieldset') !== null);
    const isSeen = (element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(seen) || seen?.contains(element) && seen.tagName === 'LABEL';
    };
    return all.filter((element) => !boxes.includes(element) || element === boxes.at(-1))
      .filter((element) => element.checkVisibility() && !isSeen(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 80));
  });
  assert.deepEqual(covered, []);
});

/** Colours from top to bottom in the middle of the picture, without its background and its edge. */
const coloursDown = (page) => inPixels(page, () => {
  const { data, width, height } = window.pixels;
  const at = (y) => [...data.subarray(4 * (y * width + (width >> 1)), 4 * (y * width + (width >> 1)) + 3)];
  const ground = at(4);
  return Array.from({ length: height - 8 }, (_, k) => at(k + 4)).filter((colour) => String(colour) !== String(ground));
});
const grey = [0xa3, 0xac, 0xb6];
const isGrey = (colour) => colour.every((x, i) => Math.abs(x - grey[i]) <= 2);

atBothSizes('bodies without the chosen field are grey', 'beamAndSheet', () => [beamAndSheet()], async (page) => {
  const block = () => page.getAttribute('#mechanism [data-name="block"]', 'color');
  // The beam is above, the sheet in the middle, the block below.
  const counts = async () => {
    const colours = await coloursDown(page);
    return { grey: colours.filter(isGrey).length, all: colours.length };
  };
  await goTo(page, 1);
  await page.selectOption('#field', 'von Mises stress');
  await settle(page);
  assert.equal(await block(), '#a3acb6');
  const isFirstGrey = async () => (await coloursDown(page)).slice(0, 8).some(isGrey);
  assert.ok(await isFirstGrey());
  const withStress = await counts();
  assert.ok(withStress.grey > 40 && withStress.all - withStress.grey > 30, JSON.stringify(withStress));
  await page.selectOption('#field', 'displacement');
  await settle(page);
  // Now beam and sheet have the field; the block is grey still.
  assert.ok(!await isFirstGrey());
  await page.selectOption('#field', '');
  await settle(page);
  assert.notEqual(await block(), '#a3acb6');
  assert.equal((await counts()).grey, 0);
});

/** Texts that are drawn on canvases, with their alignment. */
function recordTexts() {
  const draw = CanvasRenderingContext2D.prototype.fillText;
  window.drawnTexts = new Map();
  CanvasRenderingContext2D.prototype.fillText = function record(text, ...rest) {
    const list = window.drawnTexts.get(this.canvas) ?? [];
    list.push({ text, align: this.textAlign });
    window.drawnTexts.set(this.canvas, list);
    return draw.call(this, text, ...rest);
  };
}

atBothSizes('each axis has two labels at least, and time its unit', 'elastic', () => cases.elastic, async (page) => {
  await page.waitForSelector('.solver .chart canvas');
  await settle(page);
  const charts = await page.evaluate(() => [...document.querySelectorAll('.chart')].map((chart) => {
    const texts = window.drawnTexts.get(chart.querySelector('canvas')) ?? [];
    const ticks = (align) => [...new Set(texts.filter((text) => (
      text.align === align && /^-?[\d.]+(e-?\d+)?$/.test(text.text))).map(({ text }) => text))];
    return { title: chart.getAttribute('aria-label'), times: ticks('center'), values: ticks('right'),
             hasUnit: texts.some(({ text }) => text === 't in s') };
  }));
  assert.ok(charts.length >= 6);
  for (const { title, times, values, hasUnit } of charts) {
    assert.ok(times.length >= 2 && values.length >= 2, `${title}: ${times} and ${values}`);
    assert.ok(hasUnit, title);
  }
}, recordTexts);

// Time does not depend on the size; films are made with chosen speeds at both.
atSize(sizes[0], '1× is real time', 'minute', () => ['pendulum', '--until', '60'], async (page) => {
  await page.selectOption('#speed', '1');
  assert.match(await page.$eval('#speed', (select) => select.selectedOptions[0].textContent), /^1× real time$/);
  await page.click('#play');
  const ratio = await page.evaluate(async () => {
    const now = () => Number(document.getElementById('now').textContent.replace(/[^0-9.]/g, ''));
    const wait = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    await wait();
    const [t, clock] = [now(), performance.now()];
    while (performance.now() < clock + 800) await wait();
    return (now() - t) / ((performance.now() - clock) / 1000);
  });
  await page.click('#play');
  // A frame of a slow machine at either end.
  assert.ok(Math.abs(ratio - 1) < 0.25, `${ratio} s in a second`);
});

atBothSizes('reactions are arrows of their size and direction', 'hanging', () => [hanging()], async (page) => {
  const arrow = '#mechanism [data-arrow="pivot"]';
  assert.ok(!await page.locator(arrow).isVisible());
  await page.check('[data-arrows="reaction"]');
  await settle(page);
  // The weight of 2 kg, upwards from the pivot.
  assert.equal(await page.getAttribute(arrow, 'data-name'), 'pivot: 19.62 N');
  const [[box], [pivot]] = [await boxes(page, arrow), await boxes(page, '#mechanism [data-name="joint pivot"] circle')];
  const middle = (pivot.top + pivot.bottom) / 2;
  assert.ok(Math.abs(box.bottom - middle) < 2 && box.top < middle - 30, `${box.top} to ${box.bottom}, ${middle}`);
  await page.fill('#arrow-scale', '0.3');
  await settle(page);
  const [longer] = await boxes(page, arrow);
  assert.ok(Math.abs((longer.bottom - longer.top) / (box.bottom - box.top) - 10 ** 0.3) < 0.05);
});

atBothSizes('arrows stay inside the picture at all times', 'crane-model', () => ['models/crane.json'], async (page) => {
  await page.check('[data-arrows="reaction"]');
  const [area] = await boxes(page, '#mechanism');
  let least = Infinity;
  for (const part of [0, 0.3, 0.7]) {
    await goTo(page, part);
    const arrows = await boxes(page, '#mechanism [data-arrow]:not([display="none"])');
    assert.ok(arrows.length >= 2);
    for (const { left, right, top, bottom } of arrows)
      least = Math.min(least, left - area.left, area.right - right, top - area.top, area.bottom - bottom);
  }
  assert.ok(least > 0, `${least} pixels from the edge`);
});

atBothSizes('reactions of a spatial mechanism are arrows', 'flyball', () => cases.flyball, async (page) => {
  const without = await image(page);
  await page.check('[data-arrows="reaction"]');
  await settle(page);
  assert.notEqual(await image(page), without);
});

atSize(sizes[0], 'elastic beams in space have the colours of their section forces', 'rotor', () => cases.rotor,
       async (page) => {
  await goTo(page, 0.4);
  await page.check('#range');
  // Bodies are coloured; the ground is grey.
  const coloured = () => inPixels(page, () => {
    const { data } = window.pixels;
    let n = 0;
    for (let i = 0; i < data.length; i += 4)
      n += Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) >= 70 ? 1 : 0;
    return n;
  });
  const pictures = new Set();
  for (const field of ['displacement', 'axial force', 'bending moment y']) {
    await page.selectOption('#field', field);
    await settle(page);
    pictures.add(await image(page));
    assert.ok(await coloured() > 500, field);
  }
  assert.equal(pictures.size, 3);
});

atBothSizes('markers leave traces', 'fourBar', () => cases.fourBar, async (page) => {
  await page.click('.traces summary');
  await page.locator('.traces label', { hasText: /^AB\.B$/ }).locator('input').check();
  await settle(page);
  // The crank turns fully: its end leaves a circle about the pivot, on which it is.
  const [circle] = await boxes(page, '[data-trace="AB.B"] path');
  const [dot] = await boxes(page, '[data-trace="AB.B"] circle');
  const [width, height] = [circle.right - circle.left, circle.bottom - circle.top];
  assert.ok(width > 40 && Math.abs(width / height - 1) < 0.02, `${width} × ${height}`);
  const [[x, y], [cx, cy]] = [dot, circle].map((box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
  assert.ok(Math.abs(Math.hypot(x - cx, y - cy) - width / 2) < 2);
});

atBothSizes('markers of a spatial mechanism leave traces', 'flyball', () => cases.flyball, async (page) => {
  const without = await image(page);
  await page.click('.traces summary');
  await page.locator('.traces label', { hasText: /^right\.tip$/ }).locator('input').check();
  await settle(page);
  assert.notEqual(await image(page), without);
});

atBothSizes('a label beside the mouse names what is below it', 'fourBar', () => cases.fourBar, async (page) => {
  for (const name of ['BC', 'joint A']) {
    const shape = page.locator(`#mechanism [data-name="${name}"] :is(line, circle)`).first();
    const { x, y, width, height } = await shape.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    assert.equal(await page.textContent('.hover'), name);
    const [label] = await boxes(page, '.hover');
    assert.ok(Math.hypot(label.left - x - width / 2, label.top - y - height / 2) < 60);
  }
  await page.mouse.move(1, 1);
  assert.ok(!await page.locator('.hover').isVisible());
});

atBothSizes('cylinders, ropes and joints look like what they are', 'crane', () => [crane(2)], async (page) => {
  const widths = (selector) => page.$$eval(selector, (list) => list.map((path) => {
    const isInPixels = path.getAttribute('vector-effect') === 'non-scaling-stroke';
    return path.getAttribute('stroke-width') * (isInPixels ? 1 : path.getCTM().a);
  }));
  const [rod, tube] = await widths('[data-line="cylinder"] path');
  assert.ok(tube > 2 * rod, `${tube} and ${rod} pixels`);
  const [rope] = await widths('[data-line="thread"] path');
  assert.ok(rope <= 2, `${rope} pixels`);
  const lengthOf = async (selector) => {
    const [{ left, right, top, bottom }] = await boxes(page, selector);
    return Math.hypot(right - left, bottom - top);
  };
  const tubeAt = async (part) => {
    await goTo(page, part);
    return [await lengthOf('[data-line="cylinder"] path:nth-child(2)'),
            await lengthOf('[data-line="cylinder"] path:nth-child(1)')];
  };
  const [[tube0, whole0], [tube1, whole1]] = [await tubeAt(0), await tubeAt(1)];
  assert.ok(Math.abs(tube1 / tube0 - 1) < 0.1 && whole1 > 1.1 * whole0 && tube1 < whole1);
});

atBothSizes('joints do not hide the links of a chain', 'chain', () => cases.chain, async (page) => {
  const links = await boxes(page, '#mechanism [data-name^="link"] line');
  const joints = await boxes(page, '#mechanism [data-joint="revolute"] circle:last-child');
  const length = Math.min(...links.map(({ left, right, top, bottom }) => Math.hypot(right - left, bottom - top)));
  const size = Math.max(...joints.map(({ left, right }) => right - left));
  assert.ok(size < length / 3, `joints of ${size}, links of ${length} pixels`);
});

function withoutWebGL() {
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function context(type, ...rest) {
    return /webgl/.test(type) ? null : get.call(this, type, ...rest);
  };
}

atBothSizes('a planar mechanism needs no WebGL and keeps its controls', 'elastic', () => cases.elastic,
            async (page) => {
  assert.equal(await page.$eval('#mechanism', (element) => element.tagName), 'svg');
  await goTo(page, 1);
  const first = await image(page);
  await page.fill('#scale', await page.getAttribute('#scale', 'max'));
  await page.selectOption('#field', 'displacement');
  await page.check('[data-arrows="reaction"]');
  await settle(page);
  assert.notEqual(await image(page), first);
  const view = () => page.getAttribute('#mechanism > g', 'transform');
  const whole = await view();
  const { x, y, width, height } = await page.locator('#mechanism').boundingBox();
  await page.mouse.move(x + width / 3, y + height / 3);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((old) => (
    document.querySelector('#mechanism > g').getAttribute('transform') !== old), whole);
  await page.click('[data-view="whole"]');
  await settle(page);
  assert.equal(await view(), whole);
}, withoutWebGL);

test('a spatial mechanism without WebGL is said to need it', async () => {
  const { page, context } = await open(browser, resultOf('flyball', cases.flyball).page, {}, withoutWebGL);
  await page.waitForSelector('.curves .u-over');
  assert.match(await page.textContent('.mechanism'), /no WebGL/);
  await context.close();
});

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// Each at one size: a still has twice the pixels of its picture, whatever they are.
for (const [kind, name, viewport] of [['planar', 'elastic', sizes[0]], ['spatial', 'flyball', sizes[1]]])
  atSize(viewport, `a still of a ${kind} mechanism is saved`, name, () => cases[name], async (page) => {
    await goTo(page, 0.5);
    const still = await saved(page, '#save-still');
    assert.match(still.name, /\.png$/);
    const shown = await page.evaluate(async (base64) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${base64}`;
      await picture.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      const context = canvas.getContext('2d');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`);
      return { width: picture.width, colours: seen.size, page: document.querySelector('.picture').clientWidth };
    }, still.bytes.toString('base64'));
    assert.ok(Math.abs(shown.width - 2 * shown.page) <= 2 && shown.colours > 60, JSON.stringify(shown));
  });

const lengths = { elastic: 0.01, flyball: 10 };  // s of the run
// Each at one size: a film does not depend on it.
for (const [name, viewport] of [['elastic', sizes[0]], ['flyball', sizes[1]]])
  atSize(viewport, `a film is saved of ${name}`, name, () => cases[name], async (page, t) => {
    // About half a second.
    await page.$eval('#speed', (select, wanted) => {
      const distance = ({ value }) => Math.abs(Math.log(value / wanted));
      select.value = [...select.options].sort((a, b) => distance(a) - distance(b))[0].value;
      select.dispatchEvent(new Event('change'));
    }, 2 * lengths[name]);
    const film = await saved(page, '#save-film');
    assert.match(film.name, /\.webm$/);
    assert.equal(film.bytes.subarray(0, 4).toString('hex'), '1a45dfa3');
    assert.ok(film.bytes.length > 2000, `${film.bytes.length} bytes`);
    t.diagnostic(`${film.bytes.length} bytes of film`);
  });
