import { z } from 'zod';
import { defineReactor } from '../reactors/reactor.ts';
import type { Tasks } from '../reactors/tasks.ts';
import { discover, scrapeSite } from './crawl.ts';
import { giveUp } from './give-up.ts';

const job = z.object({ client_id: z.string() });
const MAX_ATTEMPTS = 5;

const onSite = (task: string) => (event: { data: { client_id: string } }) => {
  const { client_id } = event.data;
  return [{ task, payload: { client_id }, queue: `site-${client_id}`, maxAttempts: MAX_ATTEMPTS }];
};

/** A client's website is visited in the background, by one visitor at a time. */
export const scrapingReactor = defineReactor({
  name: 'scraping',
  on: {
    SiteDiscoveryRequested: onSite('scraping.discover'),
    SiteScrapeRequested: onSite('scraping.scrape'),
  },
});

export const scrapingTasks: Tasks = (deps) => ({
  'scraping.discover': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
    const { client_id } = job.parse(payload);
    try {
      await discover(deps, client_id, abortSignal);
    } catch (error) {
      if (attempts < max_attempts || abortSignal.aborted) throw error;
      await giveUp(deps, client_id, 'discovered', error);
    }
  },
  'scraping.scrape': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
    const { client_id } = job.parse(payload);
    try {
      await scrapeSite(deps, client_id, abortSignal);
    } catch (error) {
      if (attempts < max_attempts || abortSignal.aborted) throw error;
      await giveUp(deps, client_id, 'scraped', error);
    }
  },
});
