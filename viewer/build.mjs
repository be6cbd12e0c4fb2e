// node build.mjs FOLDER: each src/NAME/main.ts becomes FOLDER/NAME.html, one file that holds its script and its styles.
// The program puts data where the template has the line <!-- data -->. The head of a page holds the licences of the
// packages whose code is in it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const source = join(dirname(fileURLToPath(import.meta.url)), 'src');
const licenceFiles = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE'];
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The package of a bundled file: "three" of ".../node_modules/three/src/Three.js"; nothing for our own files. */
const packageOf = (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];

/** Name, version and licence text of each package, as their licences ask for in every copy. */
function notices(inputs, folder) {
  const names = [...new Set(Object.keys(inputs).map(packageOf).filter((name) => name !== undefined))].sort();
  return names.map((name) => {
    const home = join(folder, 'node_modules', name);
    const file = licenceFiles.map((entry) => join(home, entry)).find(existsSync);
    if (file === undefined) throw new Error(`package '${name}' has no licence file that the page could carry`);
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    // "--" would end the comment that holds the text.
    return `${name} ${version}\n\n${readFileSync(file, 'utf8').trim().replaceAll('--', '- -')}\n`;
  });
}

function bundle(name, folder) {
  const esbuild = createRequire(join(folder, 'package.json'))('esbuild');
  const { outputFiles, metafile } = esbuild.buildSync({
    entryPoints: [join(source, name, 'main.ts')],
    nodePaths: [join(folder, 'node_modules')],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'error',
  });
  const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  // Inside a script element "</script" would end it.
  const script = text('.js').replaceAll('</script', '<\\/script');
  return { script, style: text('.css'), licences: notices(metafile.inputs, folder) };
}

// Nothing but the script and the styles of this very file may run, and nothing may be fetched.
function page({ script, style, licences }) {
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:; ` +
                 `base-uri 'none'; form-action 'none'`;
  const notice = licences.length > 0 ? `<!--\nThis page contains:\n\n${licences.join('\n')}-->\n` : '';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Pleuel</title>
${notice}<style>${style}</style>
</head>
<body>
<!-- data -->
<script>${script}</script>
</body>
</html>
`;
}

const folder = resolve(process.argv[2]);
try {
  install(folder, false);
  const names = readdirSync(source).filter((name) => existsSync(join(source, name, 'main.ts')));
  for (const name of names) writeFileSync(join(folder, `${name}.html`), page(bundle(name, folder)));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
