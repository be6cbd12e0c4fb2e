// The numbers of a page as its script reads them, and those of a trajectory.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './program.mjs';

const esbuild = createRequire(join(process.env.PLEUEL_VIEWER_BUILD, 'package.json'))('esbuild');

async function importTypeScript(path) {
  const text = readFileSync(join(root, 'viewer', 'src', path), 'utf8');
  const { code } = esbuild.transformSync(text, { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

const { PackedColumns } = await importTypeScript('common/packed.ts');

function element(html, id) {
  const head = ` id="${id}">`;
  const begin = html.indexOf(head) + head.length;
  return html.slice(begin, html.indexOf('</script>', begin));
}

/** The curves of the page of a run: times, and values by the name of the quantity. */
export function curvesOf(page) {
  const html = readFileSync(page, 'utf8');
  const bytes = (id) => Uint8Array.from(Buffer.from(element(html, id), 'base64'));
  const times = new Float64Array(bytes('sample-times').buffer);
  const { columns } = JSON.parse(element(html, 'columns'));
  const packed = new PackedColumns(bytes('sample-values'), times.length);
  return { times, columns: Object.fromEntries(columns.map(({ name }, k) => [name, packed.column(k)])) };
}

/** The columns of trajectory.csv by their names. */
export function trajectoryOf(folder) {
  const [head, ...rows] = readFileSync(join(folder, 'trajectory.csv'), 'utf8').trimEnd().split('\n');
  const names = head.split(',').map((name) => name.replace(/ \[.*\]$/, ''));
  const values = rows.map((row) => row.split(',').map(Number));
  return Object.fromEntries(names.map((name, k) => [name, values.map((row) => row[k])]));
}
