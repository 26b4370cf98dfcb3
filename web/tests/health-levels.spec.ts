import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support.ts';

/** A figure by its place in the server's answer, where it is shown, and what is read there on both sides of each step (spec 002 §9). */
interface Levels {
  figure: string;
  where: Locator;
  shown: readonly (readonly [value: number, text: string])[];
}

// Pages ask by themselves, also when a test is over.
test.afterEach(({ superAdmin }) => superAdmin.unrouteAll({ behavior: 'ignoreErrors' }));

/** From now on the server's own answer comes with these figures in place of its own. */
async function answers(page: Page, path: string, figures: Readonly<Record<string, number>>): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const json = await (await route.fetch()).json();
    for (const [name, value] of Object.entries(figures)) {
      const steps = name.split('.');
      const last = steps.pop() ?? '';
      const parent = steps.reduce((within, step) => within[step], json);
      if (!(last in parent)) throw new Error(`${path} answers no ${name}`);
      parent[last] = value;
    }
    await route.fulfill({ json });
  });
}

/** Goes through the steps of all figures at once, a Refresh for each. */
async function showsLevels(
  page: Page,
  path: string,
  levels: readonly Levels[],
  again?: () => Promise<unknown>,
) {
  const figures: Record<string, number> = {};
  await answers(page, path, figures);
  const rounds = Math.max(...levels.map(({ shown }) => shown.length));
  for (let round = 0; round < rounds; round++) {
    const now = levels.map(({ figure, where, shown }) => {
      const [value, text] = shown[Math.min(round, shown.length - 1)] ?? [0, ''];
      figures[figure] = value;
      return { where, text };
    });
    await (again ?? (() => page.getByRole('button', { name: 'Refresh' }).click()))();
    for (const { where, text } of now) await expect(where).toHaveText(text);
  }
}

const term = (page: Page, label: string) => page.locator('dt').filter({ hasText: new RegExp(`^${label}$`) });
/** A card with a figure: its label, the figure, the word. */
const stat = (page: Page, label: string) => term(page, label).locator('xpath=..');
const fact = (page: Page, label: string) => term(page, label).locator('xpath=following-sibling::dd[1]');

test('requests and memory have a word, each from just above its number on', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/database-health');
  await showsLevels(page, '/api/admin/database-health', [
    {
      figure: 'data.performance.error_rate_percent',
      where: stat(page, 'Error rate'),
      shown: [
        [25, 'Error rate25.00 %Good'],
        [25.01, 'Error rate25.01 %Warning'],
        [50, 'Error rate50.00 %Warning'],
        [50.01, 'Error rate50.01 %Critical'],
      ],
    },
    {
      figure: 'data.performance.avg_response_time_ms',
      where: stat(page, 'Average response'),
      shown: [
        [5_000, 'Average response5,000 msGood'],
        [5_001, 'Average response5,001 msSlow'],
      ],
    },
    {
      figure: 'data.performance.slow_requests',
      where: stat(page, 'Slow requests'),
      shown: [
        [10, 'Slow requests10Good'],
        [11, 'Slow requests11High'],
      ],
    },
    {
      figure: 'data.resources.memory.heapUsed',
      where: stat(page, 'Heap used'),
      shown: [
        [500, 'Heap used500 MBGood'],
        [501, 'Heap used501 MBModerate'],
        [800, 'Heap used800 MBModerate'],
        [801, 'Heap used801 MBHigh'],
      ],
    },
  ]);
});

test('answers and their cache have a word', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/ai-system-config');
  await showsLevels(page, '/api/admin/ai-system-config', [
    {
      figure: 'data.qualityMetrics.averageScore',
      where: stat(page, 'Average quality'),
      shown: [
        [0.8, 'Average quality80.00 %Excellent'],
        [0.7999, 'Average quality79.99 %Good'],
        [0.6, 'Average quality60.00 %Good'],
        [0.5999, 'Average quality59.99 %Fair'],
        [0.4, 'Average quality40.00 %Fair'],
        [0.3999, 'Average quality39.99 %Poor'],
      ],
    },
    {
      figure: 'data.cachePerformance.hitRate',
      where: stat(page, 'Answers given again'),
      shown: [
        [0.7, 'Answers given again70.00 %Excellent'],
        [0.6999, 'Answers given again69.99 %Good'],
        [0.5, 'Answers given again50.00 %Good'],
        [0.4999, 'Answers given again49.99 %Fair'],
        [0.3, 'Answers given again30.00 %Fair'],
        [0.2999, 'Answers given again29.99 %Poor'],
      ],
    },
  ]);
});

test('clients, what waits for them and how old their content is have a word', async ({
  superAdmin: page,
}) => {
  await page.goto('/SuperAdminPortal/client-system-status');
  await showsLevels(page, '/api/admin/client-system-status', [
    {
      figure: 'data.clientStats.activityRate',
      where: stat(page, 'Activity, 7 days'),
      shown: [
        [0.8, 'Activity, 7 days80.00 %Very Active'],
        [0.7999, 'Activity, 7 days79.99 %Active'],
        [0.6, 'Activity, 7 days60.00 %Active'],
        [0.5999, 'Activity, 7 days59.99 %Moderate'],
        [0.3, 'Activity, 7 days30.00 %Moderate'],
        [0.2999, 'Activity, 7 days29.99 %Low'],
      ],
    },
    {
      figure: 'data.contentStatus.scrapingQueue',
      where: fact(page, 'Waiting'),
      shown: [
        [1_000, '1,000 Good'],
        [1_001, '1,001 High Queue'],
      ],
    },
    {
      figure: 'data.contentStatus.avgContentAge',
      where: page.getByRole('region', { name: 'Content Status' }).locator('header'),
      shown: [
        [7, 'Content StatusFresh'],
        [7.1, 'Content StatusRecent'],
        [14, 'Content StatusRecent'],
        [14.1, 'Content StatusAging'],
        [30, 'Content StatusAging'],
        [30.1, 'Content StatusStale'],
      ],
    },
  ]);
});

/** Of what is written there: 120 is green, 240 blue. */
const hueOf = (text: Locator) =>
  text.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
      Number,
    );
    const most = Math.max(red, green, blue);
    const range = most - Math.min(red, green, blue) || 1;
    const turned =
      most === red
        ? (green - blue) / range
        : most === green
          ? 2 + (blue - red) / range
          : 4 + (red - green) / range;
    return (turned * 60 + 360) % 360;
  });

test('security, attacks and sign-ins have a word or a color', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/security-configuration');
  const path = '/api/admin/security-config';
  await showsLevels(page, path, [
    {
      figure: 'data.securityHealth.overallScore',
      where: stat(page, 'Security score'),
      shown: [
        [0.9, 'Security score90.00 %Excellent'],
        [0.8999, 'Security score89.99 %Good'],
        [0.7, 'Security score70.00 %Good'],
        [0.6999, 'Security score69.99 %Fair'],
        [0.5, 'Security score50.00 %Fair'],
        [0.4999, 'Security score49.99 %Poor'],
      ],
    },
    {
      figure: 'data.attackDetection.blockedAttacks24h',
      where: stat(page, 'Blocked attacks, 24 h'),
      shown: [
        [9, 'Blocked attacks, 24 h9Low'],
        [10, 'Blocked attacks, 24 h10Moderate'],
        [49, 'Blocked attacks, 24 h49Moderate'],
        [50, 'Blocked attacks, 24 h50High'],
        [99, 'Blocked attacks, 24 h99High'],
        [100, 'Blocked attacks, 24 h100Critical'],
      ],
    },
  ]);
  await page.unroute(`**${path}`);
  const succeed = stat(page, 'Sign-ins that succeed');
  for (const [rate, shown, from, to] of [
    [0.8001, '80.01 %', 90, 170],
    [0.8, '80.00 %', 190, 260],
    [0.6001, '60.01 %', 190, 260],
    [0.6, '60.00 %', 330, 390],
  ] as const) {
    await showsLevels(page, path, [
      {
        figure: 'data.authMetrics.successRate',
        where: succeed,
        shown: [[rate, `Sign-ins that succeed${shown}in 24 hours`]],
      },
    ]);
    const hue = await hueOf(succeed.getByText('in 24 hours'));
    const turned = hue < 30 ? hue + 360 : hue; // red lies on both sides of 0
    expect(turned, shown).toBeGreaterThan(from);
    expect(turned, shown).toBeLessThan(to);
    await page.unroute(`**${path}`);
  }
});

test('the overview has a word for what waits and what was asked', async ({ superAdmin: page }) => {
  const again = () => page.goto('/SuperAdminPortal');
  await showsLevels(
    page,
    '/api/system-stats',
    [
      {
        figure: 'recentRequests',
        where: stat(page, 'Content requests, 24 h'),
        shown: [
          [100, 'Content requests, 24 h100Good'],
          [101, 'Content requests, 24 h101High'],
        ],
      },
    ],
    again,
  );
  await showsLevels(
    page,
    '/api/ai/scraping/worker-status',
    [
      {
        figure: 'pendingPages',
        where: fact(page, 'Pending pages'),
        shown: [
          [1_000, '1,000 Good'],
          [1_001, '1,001 High Queue'],
        ],
      },
    ],
    again,
  );
});
