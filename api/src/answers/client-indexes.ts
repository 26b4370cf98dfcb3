import { setImmediate as breathe } from 'node:timers/promises';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { PassageIndex } from './retrieval/passage-index.ts';

/** Words held in memory by all indexes of a process: some 12 bytes each. */
const MOST_WORDS = 12_000_000;
/** Pages read at a time, between which others get their turn. */
const PAGES_AT_ONCE = 50;

interface Kept {
  index: PassageIndex;
  version: bigint;
  /** The update that is under way: one at a time. */
  updating: Promise<unknown>;
}

const version = z.object({ version: z.bigint() });
const page = z.object({
  page_id: z.string(),
  url: z.string(),
  title: z.string(),
  version: z.bigint(),
  removed: z.boolean(),
  passages: z.array(z.object({ number: z.number(), heading: z.string(), text: z.string() })),
});

/**
 * A search index for each client that is asked, built from its own rows and nobody else's (the SQL says so) and brought
 * up to its present version before each question, so that what was deleted is not quoted any more. Those that were
 * asked last stay in memory, up to a limit: a question costs what its own client's pages cost, however many clients
 * there are.
 */
export class ClientIndexes {
  readonly #pool: DatabasePool;
  readonly #kept = new Map<string, Kept>();

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  async of(clientId: string): Promise<PassageIndex> {
    const present = await this.#pool.maybeOneFirst(sql.type(version)`
      SELECT version FROM api.knowledge WHERE client_id = ${clientId}
    `);
    const kept = this.#kept.get(clientId) ?? {
      index: new PassageIndex(),
      version: 0n,
      updating: Promise.resolve(),
    };
    // Who was asked last stands last.
    this.#kept.delete(clientId);
    this.#kept.set(clientId, kept);
    if (present !== null && kept.version < present) {
      kept.updating = kept.updating.catch(() => undefined).then(() => this.#update(clientId, kept, present));
    }
    await kept.updating;
    this.#forgetOldest();
    return kept.index;
  }

  async #update(clientId: string, kept: Kept, upTo: bigint): Promise<void> {
    if (kept.version >= upTo) return;
    if (kept.index.isWorn) {
      kept.index = new PassageIndex();
      kept.version = 0n;
    }
    const { index } = kept;
    // All pages of the known version are known.
    let at = { version: kept.version + 1n, pageId: '' };
    for (let more = true; more; ) {
      const pages = await this.#pool.any(sql.type(page)`
        SELECT page_id, url, title, version, removed, coalesce(
          (SELECT jsonb_agg(jsonb_build_object('number', number, 'heading', heading, 'text', text) ORDER BY number)
            FROM api.chunk WHERE chunk.client_id = ${clientId} AND chunk.page_id = content.page_id), '[]') AS passages
        FROM api.page_content content
        WHERE client_id = ${clientId} AND (version > ${at.version} OR version = ${at.version} AND page_id > ${at.pageId})
        ORDER BY version, page_id LIMIT ${PAGES_AT_ONCE}
      `);
      for (const { page_id, url, title, removed, passages } of pages) {
        if (removed) index.remove(page_id);
        else index.put({ pageId: page_id, url, title, passages });
        await breathe();
      }
      const last = pages.at(-1);
      more = pages.length === PAGES_AT_ONCE;
      if (last) at = { version: last.version, pageId: last.page_id };
    }
    kept.version = at.version > upTo ? at.version : upTo;
  }

  #forgetOldest(): void {
    let words = [...this.#kept.values()].reduce((sum, { index }) => sum + index.size, 0);
    for (const [clientId, { index }] of this.#kept) {
      if (words <= MOST_WORDS || this.#kept.size === 1) return;
      words -= index.size;
      this.#kept.delete(clientId);
    }
  }
}
