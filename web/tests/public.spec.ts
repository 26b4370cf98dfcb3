import { gzipSync } from 'node:zlib';
import { expect, test } from './support.ts';

/** Maximum size of the first screen's JavaScript, gzipped, in bytes (specification). */
const MAX_BYTES = 120_000;

const PAGES = [
  { path: '/', title: 'Home', heading: 'Find land worth calling about' },
  { path: '/home', title: 'Home', heading: 'Find land worth calling about' },
  { path: '/About', title: 'About', heading: 'Our Story' },
  { path: '/Contact', title: 'Contact', heading: 'Contact' },
  { path: '/Support', title: 'Support', heading: 'Support Center' },
  { path: '/Resources', title: 'Resources', heading: 'Performance Management is Important' },
  { path: '/Careers', title: 'Careers', heading: 'Join Our Team' },
  { path: '/SalesQuotePage', title: 'Sales Quote', heading: 'Get in Touch' },
  { path: '/terms-of-use', title: 'Terms of Use', heading: 'Terms of Use' },
  { path: '/TermsOfUse', title: 'Terms of Use', heading: 'Terms of Use' },
  { path: '/privacy-policy', title: 'Privacy Policy', heading: 'Privacy Policy' },
  { path: '/PrivacyPolicy', title: 'Privacy Policy', heading: 'Privacy Policy' },
  { path: '/cookie-policy', title: 'Cookie Policy', heading: 'Cookie Policy' },
  { path: '/CookiePolicy', title: 'Cookie Policy', heading: 'Cookie Policy' },
  { path: '/newsletter/unsubscribe', title: 'Unsubscribe', heading: 'Unsubscribe' },
] as const;

for (const { path, title, heading } of PAGES) {
  test(`${path} opens without signing in`, async ({ page, problems }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(`${title} · Landline`);
    const footer = page.getByRole('navigation', { name: 'Footer' });
    for (const label of ['Support', 'Careers', 'Terms of Use', 'Privacy', 'Contact Us']) {
      await expect(footer.getByRole('link', { name: label, exact: true })).toBeVisible();
    }
    await expect(page.getByText('© 2025 Landline')).toBeVisible();
    expect(problems).toEqual([]);
  });
}

test('shows a scored list from the demo data on the home page', async ({ page, problems }) => {
  await page.goto('/');
  await expect(page.getByText('AI-Powered Real Estate Intelligence')).toBeVisible();
  for (const tile of ['Instant Intelligence', 'Find Hidden Value', 'Expert Analysis']) {
    await expect(page.getByRole('heading', { name: tile })).toBeVisible();
  }
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'Scored list' }).getByRole('listitem')).toHaveCount(7);
  }).toPass({ timeout: 30_000 });
  const scores = await page
    .getByRole('region', { name: 'Scored list' })
    .getByText(/^\d+\.\d$/)
    .allInnerTexts();
  expect(scores.map(Number)).toEqual(scores.map(Number).sort((a, b) => b - a));
  await page.getByRole('main').getByRole('link', { name: 'Get in touch' }).click();
  await expect(page).toHaveURL(/\/SalesQuotePage$/);
  expect(problems).toEqual([]);
});

test('public pages have the texts and links of the specification', async ({ page }) => {
  await page.goto('/About');
  await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Get in touch' })).toHaveAttribute('href', '/SalesQuotePage');

  await page.goto('/Contact');
  await expect(page.getByRole('link', { name: 'Sales', exact: true })).toHaveAttribute(
    'href',
    '/SalesQuotePage',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Support', exact: true })).toHaveAttribute(
    'href',
    '/Support',
  );
  await expect(page.getByRole('link', { name: /^info@/ })).toHaveAttribute('href', /^mailto:info@/);

  await page.goto('/Support');
  await expect(page.getByRole('link', { name: 'Email billing' })).toHaveAttribute(
    'href',
    /^mailto:billing@.*\?subject=Billing%20Support%20Request$/,
  );
  await expect(page.getByRole('link', { name: 'Email support' })).toHaveAttribute('href', /^mailto:support@/);

  await page.goto('/Resources');
  const articles = page.locator('main ul').getByRole('link');
  await expect(articles).toHaveCount(3);
  for (const article of await articles.all()) {
    await expect(article).toHaveAttribute('href', /^https:/);
    await expect(article).toHaveAttribute('target', '_blank');
  }

  await page.goto('/Careers');
  for (const value of ['Ownership', 'Simplicity', 'Growth', 'Decisiveness', 'No Current Openings']) {
    await expect(page.getByRole('heading', { name: value })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: /^careers@/ })).toHaveAttribute('href', /^mailto:careers@/);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('opens pages at the top, with the sales form below Contact in the breadcrumb', async ({ page }) => {
  await page.goto('/terms-of-use');
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Careers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Join Our Team' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goto('/SalesQuotePage');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/Contact');
});

const LEGAL = [
  { path: '/terms-of-use', sections: 25, last: 'Changes, general terms and contact', lastId: 'general' },
  { path: '/privacy-policy', sections: 14, last: 'Updates and contact', lastId: 'updates-and-contact' },
] as const;
for (const { path, sections, last, lastId } of LEGAL) {
  test(`${path} has ${sections} anchored sections and highlights the current one`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Last updated: July 14, 2025')).toBeVisible();
    await expect(page.locator('article section[id]')).toHaveCount(sections);
    const contents = page.getByRole('navigation', { name: 'Table of contents' });
    const current = contents.locator('[aria-current="location"]');
    await expect(contents.getByRole('link')).toHaveCount(sections);
    await expect(current).toHaveCount(1);
    await contents.getByRole('link', { name: last }).click();
    await expect(page).toHaveURL(new RegExp(`${path}#${lastId}$`));
    await expect(page.getByRole('heading', { name: last })).toBeInViewport();
    await expect(current).toHaveText(last);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(current).not.toHaveText(last);

    await page.goto(`${path}#${lastId}`);
    await expect(page.getByRole('heading', { name: last })).toBeInViewport();
  });
}

test('legal pages state the periods and amounts of the specification', async ({ page }) => {
  const expectTexts = async (path: string, texts: readonly string[]) => {
    await page.goto(path);
    for (const text of texts) await expect(page.locator('article')).toContainText(text);
  };
  await expectTexts('/terms-of-use', [
    'at least 18 years old',
    'true, accurate and complete',
    'US dollars',
    'renews automatically',
    'at the end of the paid term',
    '30 days unless we agree',
    'limited to $100',
    'personal data in a trial',
    'not guaranteed',
    'the 6 months before',
    'negotiation for at least 30 days',
    'binding arbitration',
    'within 1 year',
    "only the assistant's responses count as billable",
  ]);
  await expectTexts('/privacy-policy', ['prior 12 months', 'once a year, free of charge', 'at least 18']);
  await expectTexts('/cookie-policy', [
    'until you close the browser',
    '2 hours of inactivity',
    'up to 12 months',
    'about 24 months',
  ]);
});

test('keeps the color scheme between public pages and sign-in', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('links signed-in users back to their portal', async ({ superAdmin: page }) => {
  await page.goto('/About');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['About', 'Contact', 'Go to Portal', 'Go to Chat Bot']) {
    await expect(nav.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await nav.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?action=logout$/);
});

for (const path of ['/', '/login']) {
  test(`loads at most 120 kB of scripts for the first screen of ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('h1')) return;
        Object.assign(window, { shownAt: performance.now() });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const scripts = await page.evaluate(() => {
      const { shownAt } = window as unknown as { shownAt: number }; // the observer above
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= shownAt)
        .map(({ name }) => name);
    });
    expect(scripts.length).toBeGreaterThan(1);
    let bytes = 0;
    for (const script of new Set(scripts)) {
      bytes += gzipSync(await (await page.request.get(script)).body(), { level: 9 }).length;
    }
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });
}

test('serves build files compressed and caches hashed files permanently', async ({ page }) => {
  const responseHeaders: Record<string, string>[] = [];
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.startsWith('/assets/'))
      responseHeaders.push(await response.allHeaders());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(responseHeaders.length).toBeGreaterThan(3);
  for (const headers of responseHeaders) {
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    if (headers['content-type']?.includes('javascript') && Number(headers['content-length']) > 1_024) {
      expect(headers['content-encoding']).toMatch(/^(br|gzip)$/);
    }
  }
});
