import { setImmediate as breathe } from 'node:timers/promises';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ClientPrompt } from '../prompts/contract.ts';
import { promptsMark, promptsOf } from '../prompts/queries.ts';
import type { Passage } from './citations.ts';
import { factsOf } from './facts.ts';
import { PassageIndex } from './retrieval/passage-index.ts';

/** Words held in memory by all indexes of a process: some 12 bytes each. */
const MOST_WORDS = 12_000_000;
/** Pages read at a time, between which others get their turn. */
const PAGES_AT_ONCE = 50;

/** What a client's assistant knows at this moment. */
export interface Knowledge {
  readonly index: PassageIndex;
  readonly prompts: readonly ClientPrompt[];
  /** Facts of the prompts, by page and number as they are indexed. */
  readonly facts: ReadonlyMap<string, Omit<Passage, 'score'>>;
  /** Another one: something that answers rest on has changed. */
  readonly version: string;
}

interface Kept {
  index: PassageIndex;
  version: bigint;
  prompts: readonly ClientPrompt[];
  promptsMark: string;
  facts: Map<string, Omit<Passage, 'score'>>;
  /** The update that is under way: one at a time. */
  updating: Promise<unknown>;
}

interface Present {
  readonly version: bigint;
  readonly prompts: string;
}

const present = z.object({ version: z.bigint(), prompts: z.string() });
export const factKey = (pageId: string, number: number) => `${pageId} ${number}`;
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

  async of(clientId: string): Promise<Knowledge> {
    const now: Present = await this.#pool.one(sql.type(present)`
      SELECT coalesce((SELECT version FROM api.knowledge WHERE client_id = ${clientId}), 0) AS version,
        ${promptsMark(clientId)} AS prompts
    `);
    const kept = this.#kept.get(clientId) ?? {
      index: new PassageIndex(),
      version: 0n,
      prompts: [],
      promptsMark: '',
      facts: new Map(),
      updating: Promise.resolve(),
    };
    // Who was asked last stands last.
    this.#kept.delete(clientId);
    this.#kept.set(clientId, kept);
    if (kept.version < now.version || kept.promptsMark !== now.prompts) {
      kept.updating = kept.updating.catch(() => undefined).then(() => this.#bringUpTo(now, clientId, kept));
    }
    await kept.updating;
    this.#forgetOldest();
    const { index, prompts, facts } = kept;
    return { index, prompts, facts, version: `${kept.version} ${kept.promptsMark}` };
  }

  async #bringUpTo(now: Present, clientId: string, kept: Kept): Promise<void> {
    if (kept.version < now.version) await this.#update(clientId, kept, now.version);
    if (kept.promptsMark !== now.prompts) await this.#updatePrompts(clientId, kept, now.prompts);
  }

  /** The facts of prompts are found as pages are: each prompt is one. */
  async #updatePrompts(clientId: string, kept: Kept, mark: string): Promise<void> {
    const prompts = await promptsOf(this.#pool, clientId);
    for (const { id } of kept.prompts) kept.index.remove(pageOf(id));
    kept.facts = new Map();
    for (const { id, prompt_content } of prompts) {
      const pageId = pageOf(id);
      const passages = factsOf(prompt_content).map((fact, number) => ({ number, ...fact }));
      for (const { number, heading, text, url } of passages) {
        const fact = { pageId, number, url, title: url === '' ? '' : text, heading, text };
        kept.facts.set(factKey(pageId, number), fact);
      }
      if (passages.length > 0) kept.index.put({ pageId, url: '', title: '', passages });
    }
    kept.prompts = prompts;
    kept.promptsMark = mark;
  }

  async #update(clientId: string, kept: Kept, upTo: bigint): Promise<void> {
    if (kept.version >= upTo) return;
    if (kept.index.isWorn) {
      kept.index = new PassageIndex();
      kept.version = 0n;
      // Its prompts are put again.
      kept.promptsMark = 'none yet';
    }
    const { index } = kept;
    // All pages of the known version are known.
    let at = { version: kept.version + 1n, pageId: '' };
    for (let more = true; more; ) {
      const pages = await this.#pool.any(sql.type(page)`
        SELECT page_id, url, title, version, removed OR withheld AS removed, coalesce(
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

const pageOf = (promptId: string) => `prompt:${promptId}`;
