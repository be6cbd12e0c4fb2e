// node check.mjs FOLDER: checks the types of src/ with the packages in FOLDER, and the layout of all files here: no
// tabs, no spaces at the end of a line, lines of at most 120 characters, a newline at the end. Leaves FOLDER/checked.
// Where the packages cannot be had it says so, checks the layout alone and leaves no such file.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, NoRegistry } from './install.mjs';

const source = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2]);
const longestLine = 120;

function layoutFaults(path) {
  const text = readFileSync(path, 'utf8');
  const faults = [];
  if (!text.endsWith('\n') || text.endsWith('\n\n')) faults.push(`${path}: end the file with one newline`);
  text.split('\n').forEach((line, i) => {
    const at = `${path}:${i + 1}`;
    if (line.includes('\t')) faults.push(`${at}: a tab; indent by two spaces`);
    if (/\s$/.test(line)) faults.push(`${at}: spaces at the end of the line`);
    if ([...line].length > longestLine) faults.push(`${at}: longer than ${longestLine} characters`);
  });
  return faults;
}

function files(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return files(path);
    return ['.ts', '.mjs', '.css'].includes(extname(path)) ? [path] : [];
  });
}

// Packages stand in FOLDER, not above the sources, so the compiler is told where.
function checkTypes() {
  const config = join(folder, 'tsconfig.json');
  const modules = join(folder, 'node_modules');
  writeFileSync(config, JSON.stringify({
    extends: join(source, 'tsconfig.json'),
    compilerOptions: { paths: { '*': [join(modules, '@types/*'), join(modules, '*')] } },
    include: [join(source, 'src')],
  }));
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' }).status === 0;
}

function installed() {
  try {
    install(folder, true);
    return true;
  } catch (error) {
    if (!(error instanceof NoRegistry)) throw error;
    console.error(`types of the viewer are not checked: ${error.message}`);
    return false;
  }
}

try {
  const faults = files(source).flatMap(layoutFaults);
  for (const fault of faults) console.error(fault);
  const hasPackages = installed();
  if ((hasPackages && !checkTypes()) || faults.length > 0) process.exit(1);
  if (hasPackages) writeFileSync(join(folder, 'checked'), '');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
