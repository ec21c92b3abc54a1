// `npm run package [TARGET…]`: one .vsix a platform with that platform's native parser, where there is one, and a universal one with all of them; into dist-vsix/.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const stage = join(root, 'out', 'package');
const output = join(root, process.env.CALLED_IT_VSIX ?? 'dist-vsix');

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];
const universal = 'universal';
/** The grammar's prebuilt binary for linux-arm64 (0.23.6) is the one for x64: there the WebAssembly parser works from the start. */
const native = platforms.filter(platform => platform !== 'linux-arm64');

/** What the bundles load at run time, and no more of it; `%` stands for a platform whose binary ships. */
const loaded = {
  'tree-sitter': ['package.json', 'index.js', 'LICENSE', 'prebuilds/%'],
  'tree-sitter-python': [
    'package.json',
    'bindings/node/index.js',
    'src/node-types.json',
    'LICENSE',
    'tree-sitter-python.wasm',
    'prebuilds/%',
  ],
  'web-tree-sitter': ['package.json', 'tree-sitter.js', 'tree-sitter.wasm', 'LICENSE'],
  'node-gyp-build': ['package.json', 'index.js', 'node-gyp-build.js', 'LICENSE'],
};

const asked = process.argv.slice(2);
const targets = asked.length === 0 ? [...platforms, universal] : asked;
const unknown = targets.filter(target => ![...platforms, universal].includes(target));
if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}; the targets are ${[...platforms, universal].join(', ')}.`);
  process.exit(2);
}

await rm(stage, { recursive: true, force: true });
await mkdir(output, { recursive: true });
await prepare();
for (const target of targets) await pack(target);

/** Builds, and lays out what every target has in common. */
async function prepare() {
  const dist = join(stage, 'dist');
  await mkdir(stage, { recursive: true });
  const env = { ...process.env, CALLED_IT_DIST: dist, CALLED_IT_PROCESSES: 'language,debug,local' };
  await run('node', [join(root, 'scripts', 'build.mjs')], { cwd: root, env });
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', '.vscodeignore', 'media']) {
    if (existsSync(join(root, name))) await cp(join(root, name), join(stage, name), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const key of ['scripts', 'bin', 'private', 'dependencies', 'devDependencies', 'optionalDependencies']) {
    delete manifest[key];
  }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function pack(target) {
  await ship(native.filter(platform => [platform, universal].includes(target)));
  const file = join(output, `called-it-${target}.vsix`);
  const platform = target === universal ? [] : ['--target', target];
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await run('node', [vsce, 'package', ...options, ...platform, '--out', file], { cwd: stage });
  const { size } = await stat(file);
  console.log(`${file.slice(root.length + 1)}  ${(size / 1e6).toFixed(2)} MB`);
}

/** Puts the packages that the bundles load beside them, with the binaries of `wanted`. */
async function ship(wanted) {
  const modules = join(stage, 'dist', 'node_modules');
  await rm(modules, { recursive: true, force: true });
  for (const [name, paths] of Object.entries(loaded)) {
    for (const path of paths.flatMap(each =>
      each.includes('%') ? wanted.map(one => each.replace('%', one)) : [each],
    )) {
      await cp(join(root, 'node_modules', name, path), join(modules, name, path), { recursive: true });
    }
  }
}
