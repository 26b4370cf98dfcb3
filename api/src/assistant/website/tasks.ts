import { type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import type { JobHelpers } from 'graphile-worker';
import { z } from 'zod';
import type { Origin } from '../../platform/commands/commands.ts';
import { type Cause, cause, defineReactor } from '../../platform/reactors/reactor.ts';
import type { Tasks } from '../../platform/reactors/tasks.ts';
import { releasePages, withholdPages } from '../answers/page-content.ts';
import {
  type CrawlPorts,
  crawlListedPage,
  crawlSite,
  discover,
  purgeIfClosed,
  requestDueCrawls,
} from './crawl.ts';
import { page } from './page.ts';
import { purgePages } from './purge-pages.ts';
import { type SiteCommand, site } from './site.ts';

const clientRef = z.object({ client_id: z.string() });
const discoverJob = cause.extend(clientRef.shape);
/** `at` is missing in jobs of earlier releases. */
const crawlJob = discoverJob.extend({ at: z.iso.datetime().optional() });
const pageJob = clientRef.extend({ page_id: z.string() });
const readJob = cause.extend(pageJob.shape);
const MAX_ATTEMPTS = 5;
const RECRAWL = 'scraping.recrawl';

/** Requests a crawl of the websites that are due, every ten minutes. */
export const websiteCron = { task: RECRAWL, match: '*/10 * * * *' };

/** Tasks that read from websites and may take minutes. */
export const CRAWL_TASKS = ['scraping.discover', 'scraping.scrape', 'scraping.read'] as const;

/** Queue of a client's crawls, which run one at a time; clients take turns. */
const turnOf = (clientId: string) => ({ queue: `crawl ${clientId}`, takesTurns: true }) as const;

const siteJob =
  (task: (typeof CRAWL_TASKS)[number]) =>
  ({
    data: { client_id },
    metadata: { at },
  }: RecordedEvent<'SiteDiscoveryRequested' | 'SiteScrapeRequested'>) => [
    { task, payload: { client_id, at }, ...turnOf(client_id), maxAttempts: MAX_ATTEMPTS },
  ];

/** Returns the job that applies a page's state to its content. One queue per client ensures that the last state wins. */
const syncPage = ({
  data: { client_id, page_id },
}: RecordedEvent<'PageBlacklisted' | 'PageRestored' | 'PageDeleted' | 'PageDocumentUploaded'>) => [
  { task: 'scraping.hold', payload: { client_id, page_id }, queue: `pages-${client_id}` },
];

const readPage = ({
  data: { client_id, page_id },
}: RecordedEvent<'PageAdded' | 'PageRestored' | 'PageDocumentUploaded'>) => ({
  task: 'scraping.read',
  payload: { client_id, page_id },
  ...turnOf(client_id),
  maxAttempts: MAX_ATTEMPTS,
  // The first upload of a file records two events, which both request this job; with one key, the page is read once.
  debounce: { key: `read:${page_id}`, seconds: 0 },
});

export const websiteReactor = defineReactor({
  name: 'scraping',
  on: {
    SiteDiscoveryRequested: siteJob('scraping.discover'),
    SiteScrapeRequested: siteJob('scraping.scrape'),
    // The route withholds the page too; the job covers a crash in between.
    PageBlacklisted: syncPage,
    // The page may have changed while it was blacklisted.
    PageRestored: (event) => [...syncPage(event), readPage(event)],
    // For a page added by staff, the request says whether it is read at once.
    PageAdded: (event) => (event.metadata.actor.role === 'ClientUser' ? [readPage(event)] : []),
    PageDocumentUploaded: (event) => [...syncPage(event), readPage(event)],
    PageDeleted: syncPage,
    ClientClosed: ({ data: { client_id } }) => [{ task: 'scraping.forget-closed', payload: { client_id } }],
  },
});

export const websiteTasks: Tasks = (ports) => {
  /** Runs a job's work. If the last attempt fails, records the failure, so that the work can be requested again. */
  const runOrRecordFailure = async (
    { job: { attempts, max_attempts } }: JobHelpers,
    { client_id, ...cause }: Cause & { client_id: string },
    failure: SiteCommand,
    work: (origin: Origin) => Promise<void>,
  ) => {
    const origin = { actor: SYSTEM, ...cause };
    try {
      await work(origin);
    } catch (error) {
      if (attempts < max_attempts) throw error;
      ports.log.error(
        { event: 'crawl.abandoned', err: error, client_id },
        'Crawl abandoned after its last attempt; it can be requested again',
      );
      await ports.commands.execute(site, { stream: streams.site(client_id), command: failure, ...origin });
    }
  };

  return {
    'scraping.discover': (payload, helpers) => {
      const job = discoverJob.parse(payload);
      const { client_id } = job;
      const problems = ['The website could not be read.'];
      const failure = { type: 'record_discovery', client_id, found: 0, added: 0, problems } as const;
      return runOrRecordFailure(helpers, job, failure, (origin) =>
        discover(ports, client_id, origin, helpers.abortSignal),
      );
    },
    'scraping.scrape': async (payload, helpers) => {
      const { at, ...job } = crawlJob.parse(payload);
      const { client_id } = job;
      const requestedAt = at ?? new Date(helpers.job.created_at).toISOString();
      const { isCrawling, run } = (await ports.commands.load(site, streams.site(client_id))).state;
      if (!isCrawling) return;
      const failure = { type: 'record_crawl_failure', run, client_id } as const;
      await runOrRecordFailure(helpers, job, failure, (origin) =>
        crawlSite(ports, { clientId: client_id, run, requestedAt }, origin, helpers.abortSignal),
      );
    },
    'scraping.hold': (payload) => syncWithheldPage(ports, pageJob.parse(payload)),
    'scraping.read': (payload, { abortSignal }) => {
      const { client_id, page_id, ...cause } = readJob.parse(payload);
      return crawlListedPage(
        ports,
        { clientId: client_id, pageId: page_id },
        { actor: SYSTEM, ...cause },
        abortSignal,
      );
    },
    'scraping.forget-closed': async (payload) => {
      await purgeIfClosed(ports, clientRef.parse(payload).client_id);
    },
    [RECRAWL]: () => requestDueCrawls(ports),
  };
};

/** Withholds, releases or deletes the content of a page according to its current state. */
async function syncWithheldPage(
  ports: CrawlPorts,
  { client_id, page_id }: z.infer<typeof pageJob>,
): Promise<void> {
  const { commands, pool } = ports;
  const { state } = await commands.load(page, streams.page(page_id));
  if (state && !state.isBlacklisted) return releasePages(pool, client_id, [page_id]);
  await withholdPages(pool, client_id, [{ page_id, url: state?.url ?? '' }]);
  if (!state || state.isContentDeleted) await purgePages(ports, client_id, [page_id]);
}
