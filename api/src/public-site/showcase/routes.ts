import type { IdentityPorts } from '../../identity/ports.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { type Showcase, showcase } from './contract.ts';
import { showcaseOf } from './queries.ts';

/** Cache time per process. */
const CACHE_MS = 60_000;

/** Routes for the showcase on the home page. */
export function showcaseRoutes({ pool }: IdentityPorts): Route[] {
  let cacheEntry: { at: number; data: Promise<Showcase['data']> } | undefined;

  function loadShowcase(): Promise<Showcase['data']> {
    if (cacheEntry && Date.now() - cacheEntry.at < CACHE_MS) return cacheEntry.data;
    const entry = { at: Date.now(), data: showcaseOf(pool) };
    const forget = () => {
      if (cacheEntry === entry) cacheEntry = undefined;
    };
    // A missing dataset or a failed query is not cached.
    entry.data.then((data) => data ?? forget(), forget);
    cacheEntry = entry;
    return entry.data;
  }

  return [
    route.get('/api/public/showcase', {
      may: 'anyone',
      summary: 'A few fictional parcels with their scores',
      response: showcase,
      async handle({ ctx }) {
        const data = await loadShowcase();
        if (data) ctx.set('Cache-Control', 'public, max-age=60');
        return { success: true, data };
      },
    }),
  ];
}
