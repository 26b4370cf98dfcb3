import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import { LEARNED_PER_PAGE, type LearnedPages, type learnedPagesQuery, pageStatus } from './contract.ts';

const row = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  status: pageStatus,
  reason: z.string().nullable(),
  last_scraped_at: z.number().nullable(),
});
const counts = z.object({ total: z.int(), found: z.int() });

/** The pages of a client's website by address, with what became of each; what is blacklisted is not listed. */
export async function listLearned(
  db: CommonQueryMethods,
  clientId: string,
  { search, status, page }: z.output<typeof learnedPagesQuery>,
): Promise<Pick<LearnedPages, 'pages' | 'total' | 'found'>> {
  const mine = sql.fragment`
    generation = ${liveGeneration('pages')}
    AND client_id = ${clientId} AND blacklisted_at IS NULL`;
  const wanted = sql.fragment`
    (${search} = '' OR position(lower(${search}) IN lower(url || ' ' || coalesce(title, ''))) > 0)
    AND (${status ?? null}::text IS NULL OR status = ${status ?? null})`;
  const of = await db.one(sql.type(counts)`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${wanted}))::int AS found FROM read.page WHERE ${mine}
  `);
  const rows = await db.any(sql.type(row)`
    SELECT page_id AS id, url, title, status, reason, last_scraped_at FROM read.page
    WHERE ${mine} AND ${wanted} ORDER BY url
    LIMIT ${LEARNED_PER_PAGE} OFFSET ${(page - 1) * LEARNED_PER_PAGE}
  `);
  return {
    ...of,
    pages: rows.map(({ last_scraped_at, ...rest }) => ({
      ...rest,
      last_scraped_at: last_scraped_at === null ? null : new Date(last_scraped_at).toISOString(),
    })),
  };
}
