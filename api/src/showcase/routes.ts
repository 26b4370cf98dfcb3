import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { type Showcase, showcase } from './contract.ts';
import { showcaseOf } from './queries.ts';

/** One query a minute and process, however many visitors there are. */
const KEEP_MS = 60_000;

/** The list on the home page. */
export function showcaseRoutes({ pool }: Deps): Route[] {
  let kept: { at: number; data: Promise<Showcase['data']> } | undefined;

  function current(): Promise<Showcase['data']> {
    if (kept && Date.now() - kept.at < KEEP_MS) return kept.data;
    const entry = { at: Date.now(), data: showcaseOf(pool) };
    const forget = () => {
      if (kept === entry) kept = undefined;
    };
    // What is not there yet, or could not be read, is asked for again by the next visitor.
    entry.data.then((data) => data ?? forget(), forget);
    kept = entry;
    return entry.data;
  }

  return [
    route({
      method: 'GET',
      path: '/api/public/showcase',
      may: 'anyone',
      summary: 'A few made-up parcels with their scores',
      response: showcase,
      async handle({ ctx }) {
        const data = await current();
        if (data) ctx.set('Cache-Control', 'public, max-age=60');
        return { success: true, data };
      },
    }),
  ];
}
