import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support.ts';

/** A metric's path in the response, its element, and the text on both sides of each threshold (spec 002 §9). */
interface Levels {
  metric: string;
  element: Locator;
  samples: readonly (readonly [value: number, text: string])[];
}

// Pages keep polling after a test ends.
test.afterEach(({ superAdmin }) => superAdmin.unrouteAll({ behavior: 'ignoreErrors' }));

/** Overrides metrics in the server's response. */
async function overrideMetrics(
  page: Page,
  path: string,
  metrics: Readonly<Record<string, number>>,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const json = await (await route.fetch()).json();
    for (const [name, value] of Object.entries(metrics)) {
      const steps = name.split('.');
      const last = steps.pop() ?? '';
      const parent = steps.reduce((within, step) => within[step], json);
      if (!(last in parent)) throw new Error(`${path} has no metric ${name}`);
      parent[last] = value;
    }
    await route.fulfill({ json });
  });
}

/** Sets all metrics to each of their values in turn and checks the texts. */
async function expectLevels(
  page: Page,
  path: string,
  levels: readonly Levels[],
  reload?: () => Promise<unknown>,
) {
  const metrics: Record<string, number> = {};
  // "Refresh" during the first load would show the figures of that load.
  if (!reload) for (const { element } of levels) await expect(element).toBeVisible();
  await overrideMetrics(page, path, metrics);
  const rounds = Math.max(...levels.map(({ samples }) => samples.length));
  for (let round = 0; round < rounds; round++) {
    const expected = levels.map(({ metric, element, samples }) => {
      const [value, text] = samples[Math.min(round, samples.length - 1)] ?? [0, ''];
      metrics[metric] = value;
      return { element, text };
    });
    await (reload ?? (() => page.getByRole('button', { name: 'Refresh' }).click()))();
    for (const { element, text } of expected) await expect(element).toHaveText(text);
  }
}

const term = (page: Page, label: string) => page.locator('dt').filter({ hasText: new RegExp(`^${label}$`) });
/** Returns a stat card, which has a label, a value and a level. */
const stat = (page: Page, label: string) => term(page, label).locator('xpath=..');
const fact = (page: Page, label: string) => term(page, label).locator('xpath=following-sibling::dd[1]');

test('shows levels of requests and memory at their thresholds', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/database-health');
  await expectLevels(page, '/api/admin/database-health', [
    {
      metric: 'data.performance.error_rate_percent',
      element: stat(page, 'Error rate'),
      samples: [
        [25, 'Error rate25.00%Good'],
        [25.01, 'Error rate25.01%Warning'],
        [50, 'Error rate50.00%Warning'],
        [50.01, 'Error rate50.01%Critical'],
      ],
    },
    {
      metric: 'data.performance.avg_response_time_ms',
      element: stat(page, 'Average response time'),
      samples: [
        [5_000, 'Average response time5,000 msGood'],
        [5_001, 'Average response time5,001 msSlow'],
      ],
    },
    {
      metric: 'data.performance.slow_requests',
      element: stat(page, 'Slow requests'),
      samples: [
        [10, 'Slow requests10Good'],
        [11, 'Slow requests11High'],
      ],
    },
    {
      metric: 'data.resources.memory.heapUsed',
      element: stat(page, 'API heap used'),
      samples: [
        [500, 'API heap used500 MBGood'],
        [501, 'API heap used501 MBModerate'],
        [800, 'API heap used800 MBModerate'],
        [801, 'API heap used801 MBHigh'],
      ],
    },
  ]);
});

test('shows levels of answer quality and cache', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/ai-system-config');
  await expectLevels(page, '/api/admin/ai-system-config', [
    {
      metric: 'data.qualityMetrics.averageScore',
      element: stat(page, 'Average quality'),
      samples: [
        [0.8, 'Average quality80.00%Excellent'],
        [0.7999, 'Average quality79.99%Good'],
        [0.6, 'Average quality60.00%Good'],
        [0.5999, 'Average quality59.99%Fair'],
        [0.4, 'Average quality40.00%Fair'],
        [0.3999, 'Average quality39.99%Poor'],
      ],
    },
    {
      metric: 'data.cachePerformance.hitRate',
      element: stat(page, 'Cached answers'),
      samples: [
        [0.7, 'Cached answers70.00%Excellent'],
        [0.6999, 'Cached answers69.99%Good'],
        [0.5, 'Cached answers50.00%Good'],
        [0.4999, 'Cached answers49.99%Fair'],
        [0.3, 'Cached answers30.00%Fair'],
        [0.2999, 'Cached answers29.99%Poor'],
      ],
    },
  ]);
});

test('shows levels of client activity, queue and content age', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/client-system-status');
  await expectLevels(page, '/api/admin/client-system-status', [
    {
      metric: 'data.clientStats.activityRate',
      element: stat(page, 'Activity, last 7 days'),
      samples: [
        [0.8, 'Activity, last 7 days80.00%Very Active'],
        [0.7999, 'Activity, last 7 days79.99%Active'],
        [0.6, 'Activity, last 7 days60.00%Active'],
        [0.5999, 'Activity, last 7 days59.99%Moderate'],
        [0.3, 'Activity, last 7 days30.00%Moderate'],
        [0.2999, 'Activity, last 7 days29.99%Low'],
      ],
    },
    {
      metric: 'data.contentStatus.scrapingQueue',
      element: fact(page, 'Queue'),
      samples: [
        [1_000, '1,000 Good'],
        [1_001, '1,001 High Queue'],
      ],
    },
    {
      metric: 'data.contentStatus.avgContentAge',
      element: page.getByRole('region', { name: 'Content Status' }).locator('header'),
      samples: [
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

/** Returns the hue of the text color: 120 is green, 240 is blue. */
const hueOf = (text: Locator) =>
  text.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
      Number,
    );
    const max = Math.max(red, green, blue);
    const range = max - Math.min(red, green, blue) || 1;
    const turned =
      max === red
        ? (green - blue) / range
        : max === green
          ? 2 + (blue - red) / range
          : 4 + (red - green) / range;
    return (turned * 60 + 360) % 360;
  });

test('shows levels of security, attacks and the sign-in success rate', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/security-configuration');
  const path = '/api/admin/security-config';
  await expectLevels(page, path, [
    {
      metric: 'data.securityHealth.overallScore',
      element: stat(page, 'Security score'),
      samples: [
        [0.9, 'Security score90.00%Excellent'],
        [0.8999, 'Security score89.99%Good'],
        [0.7, 'Security score70.00%Good'],
        [0.6999, 'Security score69.99%Fair'],
        [0.5, 'Security score50.00%Fair'],
        [0.4999, 'Security score49.99%Poor'],
      ],
    },
    {
      metric: 'data.attackDetection.blockedAttacks24h',
      element: stat(page, 'Blocked attacks, last 24 hours'),
      samples: [
        [9, 'Blocked attacks, last 24 hours9Low'],
        [10, 'Blocked attacks, last 24 hours10Moderate'],
        [49, 'Blocked attacks, last 24 hours49Moderate'],
        [50, 'Blocked attacks, last 24 hours50High'],
        [99, 'Blocked attacks, last 24 hours99High'],
        [100, 'Blocked attacks, last 24 hours100Critical'],
      ],
    },
  ]);
  await page.unrouteAll({ behavior: 'wait' });
  const successRate = stat(page, 'Sign-in success rate, last 24 hours');
  for (const [rate, shown, level, from, to] of [
    [0.8001, '80.01%', 'Good', 90, 170],
    [0.8, '80.00%', 'Fair', 190, 260],
    [0.6001, '60.01%', 'Fair', 190, 260],
    [0.6, '60.00%', 'Poor', 330, 390],
  ] as const) {
    await expectLevels(page, path, [
      {
        metric: 'data.authMetrics.successRate',
        element: successRate,
        samples: [[rate, `Sign-in success rate, last 24 hours${shown}${level}`]],
      },
    ]);
    const hue = await hueOf(successRate.getByText(level));
    const turned = hue < 30 ? hue + 360 : hue; // red is on both sides of 0
    expect(turned, shown).toBeGreaterThan(from);
    expect(turned, shown).toBeLessThan(to);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('shows levels of the scraping queue and content requests on the overview', async ({
  superAdmin: page,
}) => {
  const reload = () => page.goto('/SuperAdminPortal');
  await expectLevels(
    page,
    '/api/system-stats',
    [
      {
        metric: 'recentRequests',
        element: stat(page, 'Content requests, last 24 hours'),
        samples: [
          [100, 'Content requests, last 24 hours100Good'],
          [101, 'Content requests, last 24 hours101High'],
        ],
      },
    ],
    reload,
  );
  await expectLevels(
    page,
    '/api/ai/scraping/worker-status',
    [
      {
        metric: 'pendingPages',
        element: fact(page, 'Pending pages'),
        samples: [
          [1_000, '1,000 Good'],
          [1_001, '1,001 High Queue'],
        ],
      },
    ],
    reload,
  );
});
