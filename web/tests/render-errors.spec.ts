import type { Page } from '@playwright/test';
import { expect, test } from './support.ts';

const MESSAGE = 'This page could not be displayed. Refresh it to try again.';
const PATH = '/client/login';

/**
 * Makes the client login page throw when it renders. `error` is a JavaScript expression that can use the `ApiError`
 * class.
 */
const breakLoginPage = (page: Page, error: string) =>
  page.route('**/assets/client-login-page-*.js', async (route) => {
    const source = await (await route.fetch()).text();
    const imported = [...source.matchAll(/from\s*["'](\.\/[^"']+)["']/g)].map(([, url]) => url);
    const body = `
      const modules = await Promise.all(${JSON.stringify(imported)}.map((url) => import(url)));
      const classes = modules.flatMap(Object.values).filter((each) => each?.prototype instanceof Error);
      const ApiError = classes.find((each) => new each(401).name === 'ApiError');
      export const Component = () => { throw ${error}; };
    `;
    await route.fulfill({ contentType: 'text/javascript', body });
  });

test('redirects to the login page after two seconds if a page fails with an expired session', async ({
  page,
}) => {
  await page.clock.install();
  await breakLoginPage(page, 'new ApiError(401)');
  await page.goto(PATH);
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page).toHaveURL(PATH);
  await page.clock.fastForward(2_000);
  await expect(page).toHaveURL('/login');
});

test('stays on a page that fails for another reason and reloads it on Retry', async ({ page }) => {
  await page.clock.install();
  await breakLoginPage(page, 'new ApiError(500)');
  await page.goto(PATH);
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(PATH);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
