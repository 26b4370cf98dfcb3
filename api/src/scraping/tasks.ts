import { SYSTEM } from '@landline/event-schemas';
import { z } from 'zod';
import { cause, defineReactor } from '../reactors/reactor.ts';
import type { Tasks } from '../reactors/tasks.ts';
import { discover, forgetClosed, scrapeDue, scrapeSite } from './crawl.ts';
import { giveUp } from './give-up.ts';
import { holdPage } from './hold.ts';

const ofClient = z.object({ client_id: z.string() });
const discoverJob = cause.extend(ofClient.shape);
/** Jobs of earlier versions bring no time: they begin anew. */
const scrapeJob = discoverJob.extend({ at: z.iso.datetime().optional() });
const pageJob = ofClient.extend({ page_id: z.string() });
const MAX_ATTEMPTS = 5;
const RECRAWL = 'scraping.recrawl';

/** Every ten minutes websites that are due are asked for again, each at most so often as its settings say. */
export const scrapingCron = { task: RECRAWL, match: '*/10 * * * *' };

interface OfSite {
  data: { client_id: string };
  metadata: { at: string };
}

/** So many websites are visited at a time, of the worker's eight jobs: mail does not wait for them. */
const LANES = 5;

/** A client's visits wait for each other. */
const laneOf = (clientId: string) =>
  `crawl-${[...clientId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % LANES}`;

const onSite =
  (task: string) =>
  ({ data: { client_id }, metadata: { at } }: OfSite) => [
    { task, payload: { client_id, at }, queue: laneOf(client_id), maxAttempts: MAX_ATTEMPTS },
  ];

/** One after the other, so that the last word on a page is the last. */
const hold = ({ data: { client_id, page_id } }: { data: { client_id: string; page_id: string } }) => [
  { task: 'scraping.hold', payload: { client_id, page_id }, queue: `pages-${client_id}` },
];

/** A client's website is visited in the background, by one visitor at a time. */
export const scrapingReactor = defineReactor({
  name: 'scraping',
  on: {
    SiteDiscoveryRequested: onSite('scraping.discover'),
    SiteScrapeRequested: onSite('scraping.scrape'),
    // Done at once by the call, and here in case that broke off in between.
    PageBlacklisted: hold,
    PageRestored: hold,
    PageDeleted: hold,
    ClientClosed: ({ data: { client_id } }) => [{ task: 'scraping.forget-closed', payload: { client_id } }],
  },
});

export const scrapingTasks: Tasks = (deps) => ({
  'scraping.discover': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
    const { client_id, ...cause } = discoverJob.parse(payload);
    const origin = { actor: SYSTEM, ...cause };
    try {
      await discover(deps, client_id, origin, abortSignal);
    } catch (error) {
      if (attempts < max_attempts || abortSignal.aborted) throw error;
      await giveUp(deps, client_id, 'discovered', error, origin);
    }
  },
  'scraping.scrape': async (payload, { abortSignal, job: { attempts, max_attempts, created_at } }) => {
    const { client_id, at, ...cause } = scrapeJob.parse(payload);
    const origin = { actor: SYSTEM, ...cause };
    try {
      const requestedAt = at ?? new Date(created_at).toISOString();
      await scrapeSite(deps, { clientId: client_id, requestedAt }, origin, abortSignal);
    } catch (error) {
      if (attempts < max_attempts || abortSignal.aborted) throw error;
      await giveUp(deps, client_id, 'scraped', error, origin);
    }
  },
  'scraping.hold': (payload) => holdPage(deps, pageJob.parse(payload)),
  'scraping.forget-closed': (payload) => forgetClosed(deps, ofClient.parse(payload).client_id),
  [RECRAWL]: () => scrapeDue(deps),
});
