import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [
    {
      name: 'files-as-text',
      enforce: 'pre',
      load(id) {
        return /\.(md|py)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : null;
      },
    },
  ],
  test: {
    include: ['server/**/*.test.ts', 'media/**/*.test.ts', 'extension/**/*.test.ts', 'test-fixtures/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
