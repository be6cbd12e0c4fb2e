// Runs the program. Environment: PLEUEL_PROGRAM.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** `pleuel run …` into a new folder; its page, and the program's exit code. */
export function run(...options) {
  const folder = mkdtempSync(join(tmpdir(), 'pleuel-page-'));
  const done = spawnSync(process.env.PLEUEL_PROGRAM, ['run', ...options, '--quiet', '--out', folder], { cwd: root });
  const page = join(folder, 'run.html');
  return { folder, page, code: done.status, bytes: statSync(page).size, errors: String(done.stderr) };
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
