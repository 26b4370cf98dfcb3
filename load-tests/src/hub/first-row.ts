import { CHROMIUM_FLAGS, findChromium } from '@landline/infra/testing/chromium';
import { chromium } from '@playwright/test';
import type { RunningProduct } from '../product.ts';

/**
 * Returns the time from opening a list until its first row is visible, in milliseconds, for each round. Every
 * round starts with an empty browser cache.
 */
export async function measureFirstRow(
  { url, superAdmin }: Pick<RunningProduct, 'url' | 'superAdmin'>,
  path: string,
  firstRowText: string,
  rounds: number,
): Promise<number[]> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: CHROMIUM_FLAGS,
  });
  try {
    const durations: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const response = await context.request.post(`${url}/api/auth/login`, { data: superAdmin });
      if (!response.ok()) throw new Error(`Sign-in returned ${response.status()}`);
      const page = await context.newPage();
      const startedAt = performance.now();
      await page.goto(url + path, { waitUntil: 'commit' });
      await page.getByText(firstRowText, { exact: true }).first().waitFor({ timeout: 60_000 });
      durations.push(performance.now() - startedAt);
      await context.close();
    }
    return durations;
  } finally {
    await browser.close();
  }
}
