import { CHROMIUM_FLAGS, findChromium } from '@landline/infra/testing/chromium';
import { chromium } from '@playwright/test';
import type { RunningProduct } from '../product.ts';

/** Milliseconds from asking for the page of a list until its first row is on the screen, in a browser that has nothing cached. */
export async function firstRows(
  { url, superAdmin }: Pick<RunningProduct, 'url' | 'superAdmin'>,
  path: string,
  text: string,
  rounds: number,
): Promise<number[]> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: CHROMIUM_FLAGS,
  });
  try {
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const answer = await context.request.post(`${url}/api/auth/login`, { data: superAdmin });
      if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}`);
      const page = await context.newPage();
      const begun = performance.now();
      await page.goto(url + path, { waitUntil: 'commit' });
      await page.getByText(text, { exact: true }).first().waitFor({ timeout: 60_000 });
      took.push(performance.now() - begun);
      await context.close();
    }
    return took;
  } finally {
    await browser.close();
  }
}
