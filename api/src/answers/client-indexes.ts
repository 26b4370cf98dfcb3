import { setImmediate as breathe } from 'node:timers/promises';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ClientPrompt } from '../prompts/contract.ts';
import { promptsMark, promptsOf } from '../prompts/queries.ts';
import type { Passage } from './citations.ts';
import { vectorOf } from './embeddings/vector.ts';
import { VectorIndex } from './embeddings/vector-index.ts';
import { factsOf } from './facts.ts';
import { PassageIndex } from './retrieval/passage-index.ts';

/** Words held in memory by all indexes of a process, and what vectors take beside them: some 12 bytes each. */
const MOST_WORDS = 12_000_000;
/** Pages read at a time, between which others get their turn. */
const PAGES_AT_ONCE = 50;
const VECTORS_AT_ONCE = 500;
const BYTES_A_WORD = 12;

/** What a client's assistant knows at this moment. */
export interface Knowledge {
  readonly index: PassageIndex;
  /** What passages mean, as far as that is known. */
  readonly vectors: VectorIndex;
  readonly prompts: readonly ClientPrompt[];
  /** Facts of the prompts, by page and number as they are indexed. */
  readonly facts: ReadonlyMap<string, Omit<Passage, 'score'>>;
  /** Another one: something that answers rest on has changed. */
  readonly version: string;
}

interface Kept {
  index: PassageIndex;
  vectors: VectorIndex;
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
const embedded = z.object({ page_id: z.string(), number: z.number(), embedding: z.instanceof(Buffer) });
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
  /** Whose vectors are read; undefined: none are. */
  readonly #embeddingModel: string | undefined;
  readonly #kept = new Map<string, Kept>();

  constructor(pool: DatabasePool, embeddingModel?: string) {
    this.#pool = pool;
    this.#embeddingModel = embeddingModel;
  }

  async of(clientId: string): Promise<Knowledge> {
    const now: Present = await this.#pool.one(sql.type(present)`
      SELECT coalesce((SELECT version FROM api.knowledge WHERE client_id = ${clientId}), 0) AS version,
        ${promptsMark(clientId)} AS prompts
    `);
    const kept = this.#kept.get(clientId) ?? {
      index: new PassageIndex(),
      vectors: new VectorIndex(),
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
    const { index, vectors, prompts, facts } = kept;
    return { index, vectors, prompts, facts, version: `${kept.version} ${kept.promptsMark}` };
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
      kept.vectors = new VectorIndex();
      kept.version = 0n;
      // Its prompts are put again.
      kept.promptsMark = 'none yet';
    }
    const { index, vectors } = kept;
    const before = kept.version;
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
        vectors.remove(page_id);
        if (removed) index.remove(page_id);
        else index.put({ pageId: page_id, url, title, passages });
        await breathe();
      }
      const present = pages.filter(({ removed }) => !removed).map(({ page_id }) => page_id);
      await this.#readVectors(clientId, vectors, sql.fragment`page_id = ANY(${sql.array(present, 'text')})`);
      const last = pages.at(-1);
      more = pages.length === PAGES_AT_ONCE;
      if (last) at = { version: last.version, pageId: last.page_id };
    }
    await this.#readVectors(clientId, vectors, sql.fragment`embedding_version > ${before}`);
    kept.version = at.version > upTo ? at.version : upTo;
  }

  /** Vectors come behind their pages: of pages that were just read, and of those whose vectors are new. */
  async #readVectors(clientId: string, vectors: VectorIndex, which: ReturnType<typeof sql.fragment>) {
    const model = this.#embeddingModel;
    if (model === undefined) return;
    let at = { pageId: '', number: -1 };
    for (let more = true; more; ) {
      const rows = await this.#pool.any(sql.type(embedded)`
        SELECT chunk.page_id, chunk.number, chunk.embedding
        FROM api.chunk JOIN api.page_content content USING (client_id, page_id)
        WHERE client_id = ${clientId} AND NOT content.removed AND NOT content.withheld
          AND chunk.embedding_model = ${model} AND ${which}
          AND (page_id, chunk.number) > (${at.pageId}, ${at.number})
        ORDER BY page_id, chunk.number LIMIT ${VECTORS_AT_ONCE}
      `);
      for (const { page_id, number, embedding } of rows) vectors.put(page_id, number, vectorOf(embedding));
      await breathe();
      const last = rows.at(-1);
      more = rows.length === VECTORS_AT_ONCE;
      if (last) at = { pageId: last.page_id, number: last.number };
    }
  }

  #forgetOldest(): void {
    const wordsOf = ({ index, vectors }: Kept) => index.size + vectors.size / BYTES_A_WORD;
    let words = [...this.#kept.values()].reduce((sum, kept) => sum + wordsOf(kept), 0);
    for (const [clientId, kept] of this.#kept) {
      if (words <= MOST_WORDS || this.#kept.size === 1) return;
      words -= wordsOf(kept);
      this.#kept.delete(clientId);
    }
  }
}

const pageOf = (promptId: string) => `prompt:${promptId}`;
