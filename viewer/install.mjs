// node install.mjs FOLDER [--all]: the packages of package-lock.json in FOLDER/node_modules, for building pages; with
// --all also those for tests. Does nothing where they are there already. The source folder is not written to.
// Packages come from npm's cache where it has them. Otherwise the registry is asked first for one small answer: npm
// itself would try again for more than a minute before it gives up.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = dirname(fileURLToPath(import.meta.url));

function wantedStamp(isAll) {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(source, file)));
  return `${isAll ? 'all' : 'build'} ${hash.digest('hex')}`;
}

function isInstalled(stampFile, isAll) {
  if (!existsSync(stampFile)) return false;
  const found = readFileSync(stampFile, 'utf8');
  return found === wantedStamp(isAll) || found === wantedStamp(true);
}

/** The registry does not answer, and npm's cache does not have the packages. */
export class NoRegistry extends Error {}

const answerLimit = 5000;  // ms
const quickly = ['--fetch-retries=0', `--fetch-timeout=${answerLimit}`];

function isRegistryReached() {
  const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const [name, version] = Object.entries(dependencies)[0];
  const asked = spawnSync('npm', ['view', `${name}@${version}`, 'version', ...quickly],
                          { stdio: 'ignore', timeout: answerLimit });
  return asked.status === 0;
}

export function install(folder, isAll) {
  const stampFile = join(folder, 'installed');
  if (isInstalled(stampFile, isAll)) return;
  mkdirSync(folder, { recursive: true });
  rmSync(stampFile, { force: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(folder, file));
  // No package needs its install script: esbuild's program comes as a package of its own.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!isAll) options.push('--omit=dev');
  const npm = (stdio, ...more) => spawnSync('npm', [...options, ...more], { cwd: folder, stdio });
  let ended = npm('ignore', '--offline');
  if (ended.status !== 0) {
    if (!isRegistryReached())
      throw new NoRegistry("the package registry does not answer, and npm's cache does not have the viewer's packages");
    ended = npm('inherit');
  }
  if (ended.status !== 0) {
    const reason = ended.error ? ended.error.message : `npm ended with code ${ended.status}`;
    throw new Error(`the viewer's packages cannot be installed (${reason})`);
  }
  writeFileSync(stampFile, wantedStamp(isAll));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    install(resolve(process.argv[2]), process.argv.includes('--all'));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
