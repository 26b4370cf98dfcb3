import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{event-schemas,infra/runtime,scoring-engine,projections,api,infra,load-tests,web}/src/**/*.test.{ts,tsx}',
    ],
    // Needs Java: `npm run test:distributed`.
    exclude: [...configDefaults.exclude, '**/*.distributed.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
