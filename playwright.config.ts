import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './infra/src/testing/chromium.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: 'web/tests',
  testMatch: '*.spec.ts',
  globalSetup: './infra/src/testing/browser-setup.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 }, // a busy machine is slow, not wrong
  use: {
    headless: true,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath,
      args: CHROMIUM_FLAGS,
      env: { ...process.env, ...env } as Record<string, string>,
    },
    screenshot: 'only-on-failure',
    // Traces take a quarter of the processor time; `--trace on` records them to study a failure.
    trace: 'off',
  },
});
