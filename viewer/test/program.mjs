// Runs the program. Environment: PLEUEL_PROGRAM.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const newFolder = () => mkdtempSync(join(tmpdir(), 'pleuel-page-'));
const argumentsFor = (options, folder) => ['run', ...options, '--quiet', '--out', folder];

function results(folder, code, errors) {
  const page = join(folder, 'run.html');
  return { folder, page, code, bytes: existsSync(page) ? statSync(page).size : 0, errors };
}

/** `pleuel run …` into a new folder; its page, and the program's exit code. */
export function run(...options) {
  const folder = newFolder();
  const done = spawnSync(process.env.PLEUEL_PROGRAM, argumentsFor(options, folder), { cwd: root });
  return results(folder, done.status, String(done.stderr));
}

/** A model of a test as a file of its own. */
export function modelFile(model) {
  const path = join(newFolder(), `${model.name}.json`);
  writeFileSync(path, JSON.stringify({ pleuel: 2, ...model }));
  return path;
}

/** The same, interrupted once it has begun to write. */
export async function interrupted(...options) {
  const folder = newFolder();
  const child = spawn(process.env.PLEUEL_PROGRAM, argumentsFor(options, folder), { cwd: root, stdio: 'ignore' });
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  while (readdirSync(folder).length === 0) await new Promise((resolve) => { setTimeout(resolve, 20); });
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  child.kill('SIGINT');
  return results(folder, await ended, '');
}

/** `pleuel bench …` into a new folder; its page, and the program's exit code. */
export function bench(...options) {
  const folder = mkdtempSync(join(tmpdir(), 'pleuel-page-'));
  const done = spawnSync(process.env.PLEUEL_PROGRAM, ['bench', ...options, '--quiet', '--out', folder], { cwd: root });
  const page = join(folder, 'report.html');
  return { folder, page, code: done.status, bytes: statSync(page).size, errors: String(done.stderr) };
}

/** Whether the program was built with a method. */
export const hasMethod = (name) => (
  spawnSync(process.env.PLEUEL_PROGRAM, ['list', 'methods', name], { cwd: root }).status === 0);

/** `pleuel modes …` into a new folder; its page, and the program's exit code. */
export function modes(...options) {
  const folder = newFolder();
  const done = spawnSync(process.env.PLEUEL_PROGRAM, ['modes', ...options, '--quiet', '--out', folder], { cwd: root });
  return { folder, page: join(folder, 'modes.html'), code: done.status, errors: String(done.stderr) };
}

/** `pleuel sweep STUDY` into a new folder; its page, and the program's exit code. */
export function sweep(study, ...options) {
  const folder = newFolder();
  const done = spawnSync(process.env.PLEUEL_PROGRAM, ['sweep', study, '--quiet', '--out', folder, ...options],
                         { cwd: root });
  return { folder, page: join(folder, 'report.html'), code: done.status, errors: String(done.stderr) };
}
