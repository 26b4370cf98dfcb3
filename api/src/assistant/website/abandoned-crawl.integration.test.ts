import { type DomainEvent, SYSTEM, streams } from '@landline/event-schemas';
import type { JobHelpers } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client as clientDecider } from '../../clients/clients/client.ts';
import { createClient } from '../../clients/clients/clients.ts';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { appendDatedEvents } from '../../testing/past-events.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { sendHtml, startWebsite } from '../../testing/website.ts';
import { requestDueCrawls } from './crawl.ts';
import { siteStatusOf } from './queries.ts';
import { type SiteCommand, site } from './site.ts';
import { websiteTasks } from './tasks.ts';
import { CRAWL_SETTINGS } from './testing/crawl-environment.ts';

// Has no worker, so only the tests run jobs.
let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
beforeAll(async () => {
  api = await startTestApi({ variables: CRAWL_SETTINGS });
  projections = await startProcess('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const origin = { actor: SYSTEM, correlationId: 'crawl' };
const executeOnSite = (clientId: string, type: Extract<SiteCommand['type'], 'crawl' | 'stop_crawl'>) =>
  api.ports.commands.execute(site, {
    stream: streams.site(clientId),
    command: { type, client_id: clientId },
    ...origin,
  });

const deactivate = (clientId: string) =>
  api.ports.commands.execute(clientDecider, {
    stream: streams.client(clientId),
    command: { type: 'change', changes: { active: false } },
    ...origin,
  });

/** Runs the last attempt of a crawl job. */
async function runLastAttempt(clientId: string, abortSignal = new AbortController().signal): Promise<void> {
  const job = { attempts: 5, max_attempts: 5, created_at: new Date() };
  const helpers = { abortSignal, job } as unknown as JobHelpers;
  await websiteTasks(api.ports)['scraping.scrape']?.({ client_id: clientId, ...origin }, helpers);
}

test('does not end the next crawl when a stopped one fails', async () => {
  const { commands, pg } = api.ports;
  const website = await startWebsite(async (pathname, _, response) => {
    if (pathname === '/') {
      await executeOnSite('restarted', 'stop_crawl');
      await executeOnSite('restarted', 'crawl');
      // Deleting the content of the missing page fails.
      await pg.query('ALTER TABLE api.page_content RENAME TO unavailable');
    }
    response.writeHead(404).end();
  });
  try {
    const client = { ...testClient('restarted'), primary_domain: website.origin };
    await createClient(api.ports, client, origin);
    await executeOnSite('restarted', 'crawl');
    await runLastAttempt('restarted');
  } finally {
    await pg.query('ALTER TABLE IF EXISTS api.unavailable RENAME TO page_content');
    await website.stop();
  }
  expect((await commands.load(site, streams.site('restarted'))).state).toMatchObject({
    isCrawling: true,
    run: 2,
  });
});

test('records a crawl that failed for the last time as stopped', async () => {
  // The crawl fails because the client does not exist.
  await executeOnSite('unknown', 'crawl');
  await runLastAttempt('unknown');
  const [, ended, ...others] = await api.eventsOf(streams.site('unknown'));
  expect(ended).toMatchObject({ type: 'SiteScrapeStopped', data: { client_id: 'unknown', failed: true } });
  expect(others).toEqual([]);
  const status = await eventually('the failure is projected', async () => {
    const read = await siteStatusOf(api.ports.pool, 'unknown', undefined);
    return read.scrape_failed_at !== null && read;
  });
  expect(status).toMatchObject({ scraping: false, scraped_at: null });
});

test('records a crawl as stopped if a shutdown interrupts its last attempt', async () => {
  await createClient(api.ports, testClient('interrupted'), origin);
  await executeOnSite('interrupted', 'crawl');
  await runLastAttempt('interrupted', AbortSignal.abort());
  await expectStopped('interrupted');
});

test('records a crawl as stopped if its client was deactivated before', async () => {
  await createClient(api.ports, testClient('inactive'), origin);
  await executeOnSite('inactive', 'crawl');
  await deactivate('inactive');
  await runLastAttempt('inactive');
  await expectStopped('inactive');
});

test('records a crawl as stopped if its client is deactivated meanwhile', async () => {
  const website = await startWebsite(async (pathname, _, response) => {
    if (pathname === '/robots.txt') return response.writeHead(404).end();
    await deactivate('deactivated');
    sendHtml(response, '<title>Shop</title><a href="/next">Next</a>');
  });
  try {
    // The other website's domain is localhost, and two clients cannot have the same domain.
    const client = { ...testClient('deactivated'), primary_domain: `http://127.0.0.1:${website.port}` };
    await createClient(api.ports, client, origin);
    await executeOnSite('deactivated', 'crawl');
    await runLastAttempt('deactivated');
    expect(website.requests).toEqual(['/robots.txt', '/']);
  } finally {
    await website.stop();
  }
  await expectStopped('deactivated');
});

test.each([
  [6, false],
  [8, true],
])(
  'requests the weekly crawl of a website whose last one staff stopped %i days ago: %s',
  async (stoppedDaysAgo, isDue) => {
    const { ports } = api;
    const client_id = `stopped-${stoppedDaysAgo}`;
    await createClient(
      ports,
      { ...testClient(client_id), primary_domain: `https://${client_id}.example` },
      origin,
    );
    const requested = { type: 'SiteScrapeRequested', data: { client_id } } as const;
    const append = (daysAgo: number, end: DomainEvent<'SiteScraped' | 'SiteScrapeStopped'>) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      const entries = [requested, end].map((event) => ({ event, at }));
      return appendDatedEvents(ports, streams.site(client_id), entries, { id: 'ada', role: 'Admin' });
    };
    await append(20, { type: 'SiteScraped', data: { client_id, total: 1, successful: 1 } });
    const last = await append(stoppedDaysAgo, { type: 'SiteScrapeStopped', data: { client_id } });
    await waitUntilProjected(ports.pg, 'pages', last);
    await requestDueCrawls(ports);
    expect((await ports.commands.load(site, streams.site(client_id))).state.isCrawling).toBe(isDue);
  },
);

async function expectStopped(clientId: string): Promise<void> {
  const [, ...ended] = await api.eventsOf(streams.site(clientId));
  expect(ended).toMatchObject([{ type: 'SiteScrapeStopped', data: { client_id: clientId } }]);
}
