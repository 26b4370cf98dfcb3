import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Tests that the mutation run (`npm run test:mutation`) uses: the unit tests of the rules, and the integration tests of
 * the rules that need a database. Stryker does not read projects.
 */
export default defineConfig({
  test: {
    globalSetup: ['./infra/src/testing/integration-setup.ts'],
    include: ['{event-schemas,scoring-engine,api}/src/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '**/*.distributed.test.ts',
      '**/!(runner|authorize).integration.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
