import { defineConfig } from 'vitest/config';

/** What needs a real broker, and so Java and Maven. */
export default defineConfig({
  test: {
    include: ['{projections,scoring-engine,api,infra}/src/**/*.distributed.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
