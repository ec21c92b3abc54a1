import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.scenario.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Browser and editor race on a busy machine; what fails twice is a fault.
    retry: 1,
    fileParallelism: false,
    sequence: { concurrent: false },
    expect: { poll: { timeout: 20_000 } },
  },
});
