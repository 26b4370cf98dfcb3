import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const tests = (ending: string) => [
  `{event-schemas,infra/runtime,scoring-engine,projections,api,infra,load-tests,web}/src/**/*.${ending}`,
];
const INTEGRATION = tests('integration.test.{ts,tsx}');
const DISTRIBUTED = tests('distributed.test.ts');

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Reuses sources transformed by earlier runs.
    fsModuleCache: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: tests('test.{ts,tsx}'),
          exclude: [...configDefaults.exclude, ...INTEGRATION, ...DISTRIBUTED],
          setupFiles: ['./infra/src/testing/refuse-services.ts'],
          // Test files in a worker share their loaded modules, which halves the time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: INTEGRATION,
          // More workers than cores, because tests of faults and restarts mostly wait.
          maxWorkers: 3,
          globalSetup: ['./infra/src/testing/integration-setup.ts'],
          // Test files in a worker share their loaded modules: loading the API for each file took three seconds.
          isolate: false,
          // Processes that tests start reuse compiled code, which halves their startup time.
          env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') },
          testTimeout: 180_000, // a busy machine is slow, not wrong
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'distributed',
          sequence: { groupOrder: 2 },
          include: DISTRIBUTED,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
