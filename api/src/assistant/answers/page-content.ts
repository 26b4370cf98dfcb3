import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { MAX_CLIENT_PASSAGES } from './contract.ts';
import type { PassageText } from './passages.ts';

export interface PageContent {
  readonly clientId: string;
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly PassageText[];
}

const countRow = z.object({ other_pages: z.number(), other_passages: z.number(), passages: z.number() });

/**
 * Stores or replaces the content of a page; the next question can use it. Does not store it if the client already has
 * `allowance` other pages (spec 002 §9) or if its index would grow beyond `MAX_CLIENT_PASSAGES`. A page that does not grow
 * keeps its place in an index that is already larger.
 */
export async function storePageContent(
  pool: DatabasePool,
  { clientId, pageId, url, title, passages }: PageContent,
  allowance: number,
): Promise<'stored' | 'plan_full' | 'index_full'> {
  return pool.transaction(async (transaction) => {
    await lockKnowledge(transaction, clientId);
    const stored = await transaction.one(sql.type(countRow)`
      SELECT (SELECT count(*)::int FROM api.page_content
          WHERE client_id = ${clientId} AND NOT removed AND page_id <> ${pageId}) AS other_pages,
        (SELECT count(*)::int FROM api.chunk WHERE client_id = ${clientId} AND page_id <> ${pageId}) AS other_passages,
        (SELECT count(*)::int FROM api.chunk WHERE client_id = ${clientId} AND page_id = ${pageId}) AS passages
    `);
    if (stored.other_pages >= allowance) return 'plan_full';
    const grows = passages.length > stored.passages;
    if (grows && stored.other_passages + passages.length > MAX_CLIENT_PASSAGES) return 'index_full';
    const version = await nextVersion(transaction, clientId);
    await transaction.query(sql.unsafe`
      INSERT INTO api.page_content (client_id, page_id, url, title, version)
      VALUES (${clientId}, ${pageId}, ${url}, ${title}, ${version})
      ON CONFLICT (client_id, page_id) DO UPDATE SET url = EXCLUDED.url, title = EXCLUDED.title,
        version = EXCLUDED.version, indexed_at = now(), removed = false
    `);
    await transaction.query(sql.unsafe`
      DELETE FROM api.chunk WHERE client_id = ${clientId} AND page_id = ${pageId}
    `);
    await transaction.query(sql.unsafe`
      INSERT INTO api.chunk (client_id, page_id, number, heading, text)
      SELECT ${clientId}, ${pageId}, number, heading, text
      FROM jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) AS passage (number int, heading text, text text)
    `);
    return 'stored';
  });
}

/** Deletes the content of pages, or of all pages of the client. */
export async function deletePageContent(
  db: CommonQueryMethods,
  clientId: string,
  pageIds?: readonly string[],
): Promise<void> {
  await db.transaction(async (transaction) => {
    const version = await nextVersion(transaction, clientId);
    const condition =
      pageIds === undefined
        ? sql.fragment`true`
        : sql.fragment`page_id = ANY(${sql.array([...pageIds], 'text')})`;
    await transaction.query(sql.unsafe`
      DELETE FROM api.chunk WHERE client_id = ${clientId} AND ${condition}
    `);
    await transaction.query(sql.unsafe`
      UPDATE api.page_content SET removed = true, title = '', version = ${version}
      WHERE client_id = ${clientId} AND ${condition} AND NOT removed
    `);
  });
}

/** Stops answers from quoting these pages until they are released, even if a running crawl stores them again. */
export async function withholdPages(
  db: CommonQueryMethods,
  clientId: string,
  pages: readonly { page_id: string; url: string }[],
): Promise<void> {
  if (pages.length === 0) return;
  await db.transaction(async (transaction) => {
    const version = await nextVersion(transaction, clientId);
    await transaction.query(sql.unsafe`
      INSERT INTO api.page_content (client_id, page_id, url, title, version, removed, withheld)
      SELECT ${clientId}, page_id, url, '', ${version}, true, true
      FROM ${sql.unnest(
        pages.map(({ page_id, url }) => [page_id, url]),
        ['text', 'text'],
      )} AS page (page_id, url)
      ON CONFLICT (client_id, page_id) DO UPDATE SET withheld = true, version = EXCLUDED.version
    `);
  });
}

/** Lets answers quote these pages again. */
export async function releasePages(
  pool: DatabasePool,
  clientId: string,
  pageIds: readonly string[],
): Promise<void> {
  const condition = sql.fragment`client_id = ${clientId} AND page_id = ANY(${sql.array([...pageIds], 'text')}) AND withheld`;
  if (!(await pool.exists(sql.unsafe`SELECT 1 FROM api.page_content WHERE ${condition}`))) return;
  await pool.transaction(async (transaction) => {
    const version = await nextVersion(transaction, clientId);
    await transaction.query(sql.unsafe`
      UPDATE api.page_content SET withheld = false, version = ${version} WHERE ${condition}
    `);
  });
}

/** Serializes changes of one client without a new version, which would make its cached answers outdated. */
async function lockKnowledge(transaction: CommonQueryMethods, clientId: string): Promise<void> {
  await transaction.query(sql.unsafe`
    INSERT INTO api.knowledge (client_id, version) VALUES (${clientId}, 0)
    ON CONFLICT (client_id) DO UPDATE SET version = knowledge.version
  `);
}

/** Increments and returns the client's knowledge version; serializes changes of one client. */
export function nextVersion(transaction: CommonQueryMethods, clientId: string): Promise<bigint> {
  return transaction.oneFirst(sql.type(z.object({ version: z.bigint() }))`
    INSERT INTO api.knowledge (client_id, version) VALUES (${clientId}, 1)
    ON CONFLICT (client_id) DO UPDATE SET version = knowledge.version + 1
    RETURNING version
  `);
}
