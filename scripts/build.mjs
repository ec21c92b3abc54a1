// Bundles each process into dist/: the extension for the editor, and the servers and the command as lazily loaded modules.

import { cp, mkdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const native = ['tree-sitter', 'tree-sitter-python', 'web-tree-sitter'];
/** `CALLED_IT_PROCESSES=language,debug` builds these alone. */
const wanted = process.env.CALLED_IT_PROCESSES?.split(',');
const chosen = entries =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => wanted?.includes(name) ?? true));

const shared = {
  bundle: true,
  minify: true,
  sourcemap: false,
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.md': 'text', '.py': 'text' },
};

/** zod's translations are shown nowhere; English alone is bundled. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** The entry of the extension loads the rest of it after the activation. */
const secondBundle = {
  name: 'second-bundle',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/opening\.ts$/ }, () => ({ path: './window.cjs', external: true }));
  },
};

/** The command has `run` with it, and loads the other commands from a bundle of their own. */
const otherCommands = {
  name: 'other-commands',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: './commands.mjs', external: true }));
  },
};

const dist = process.env.CALLED_IT_DIST ?? 'dist';
await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });

const command = chosen({ cli: 'server/cli/main.ts' });
const processes = chosen({
  language: 'server/language/main.ts',
  debug: 'server/debug/main.ts',
  local: 'server/local/main.ts',
});

const modules = {
  ...shared,
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: native,
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

await Promise.all([
  build({ ...modules, entryPoints: command, plugins: [englishOnly, otherCommands] }),
  build({
    ...modules,
    entryPoints: 'cli' in command ? { commands: 'server/cli/program.ts', ...processes } : processes,
    plugins: [englishOnly],
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  }),
  build({
    ...shared,
    entryPoints: { extension: 'extension/main.ts', window: 'extension/opening.ts' },
    plugins: [englishOnly, secondBundle],
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
  }),
  build({
    ...shared,
    entryPoints: ['media/guess.ts', 'media/guess.css'],
    outdir: dist,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
  }),
  cp('media/guess.html', `${dist}/guess.html`),
]);

await cp('server/run/runner', `${dist}/runner`, {
  recursive: true,
  filter: path => !path.includes('__pycache__') && !/test_[^/]*\.py$/.test(path),
});
