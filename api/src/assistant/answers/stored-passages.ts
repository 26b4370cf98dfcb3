import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Passage } from './citations.ts';
import type { Knowledge } from './client-indexes.ts';
import { passageKey } from './passages.ts';
import type { ScoredPassage } from './retrieval/ranking.ts';

const passageRow = z.object({
  page_id: z.string(),
  number: z.number(),
  url: z.string(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
});

/** Reads passages in order, without boilerplate, and skips deleted ones. The query itself selects only the client's rows. */
export async function readPassages(
  pool: DatabasePool,
  clientId: string,
  found: readonly ScoredPassage[],
  { facts, boilerplate }: Knowledge,
): Promise<Passage[]> {
  const pagePassages = found.filter((each) => !facts.has(passageKey(each)));
  const rows =
    pagePassages.length === 0
      ? []
      : await pool.any(sql.type(passageRow)`
    SELECT chunk.page_id, chunk.number, content.url, content.title, chunk.heading, chunk.text
    FROM ${sql.unnest(
      pagePassages.map(({ pageId, number }) => [pageId, number]),
      ['text', 'int4'],
    )} AS wanted (page_id, number)
    JOIN api.chunk ON chunk.client_id = ${clientId} AND chunk.page_id = wanted.page_id AND chunk.number = wanted.number
    JOIN api.page_content content ON content.client_id = ${clientId} AND content.page_id = chunk.page_id
      AND NOT content.removed AND NOT content.withheld
  `);
  const byKey = new Map(
    rows.map(({ page_id: pageId, ...rest }) => [passageKey({ pageId, ...rest }), { pageId, ...rest }]),
  );
  return found.flatMap(({ score, ...at }): Passage[] => {
    const stored = byKey.get(passageKey(at));
    const passage = facts.get(passageKey(at)) ?? (stored && boilerplate.without(stored));
    return passage ? [{ ...passage, score }] : [];
  });
}

/** Returns sample text from the client's pages, for language detection. */
export async function sampleOf(pool: DatabasePool, clientId: string): Promise<string> {
  const texts = await pool.anyFirst(sql.type(passageRow.pick({ text: true }))`
    SELECT left(text, 500) AS text FROM api.chunk WHERE client_id = ${clientId} LIMIT 20
  `);
  return texts.join(' ');
}
