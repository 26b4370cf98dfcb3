import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ClientPrompt } from '../prompts/contract.ts';
import { factsOf } from '../prompts/facts.ts';
import { promptsOf, promptsVersion } from '../prompts/queries.ts';
import { isOwnAnswer, type Passage } from './citations.ts';
import { vectorOf } from './embeddings/vector.ts';
import { VectorIndex } from './embeddings/vector-index.ts';
import { type OwnAnswer, toOwnAnswer } from './own-answers.ts';
import { passageKey } from './passages.ts';
import { PassageIndex } from './retrieval/passage-index.ts';

/** Limit of words held by all indexes of a process, about 12 bytes each; vectors count by their bytes. */
const MAX_WORDS = 12_000_000;
/** Pages per query; the event loop is released in between. */
const PAGE_BATCH = 50;
const VECTOR_BATCH = 500;
const BYTES_PER_WORD = 12;

/** Present knowledge of a client's assistant. */
export interface Knowledge {
  readonly index: PassageIndex;
  /** Vectors of the passages embedded so far. */
  readonly vectors: VectorIndex;
  readonly prompts: readonly ClientPrompt[];
  /** Facts of the prompts by `passageKey`. */
  readonly facts: ReadonlyMap<string, Omit<Passage, 'score'>>;
  /** Facts that answer a question. */
  readonly ownAnswers: readonly OwnAnswer[];
  /** Vectors of facts by `passageKey`: of the question, if the fact answers one, else of the text. */
  readonly factVectors: ReadonlyMap<string, Float32Array>;
  /** Changes with every page and prompt. */
  readonly version: string;
}

interface ClientIndex {
  index: PassageIndex;
  vectors: VectorIndex;
  version: bigint;
  prompts: readonly ClientPrompt[];
  promptsVersion: string;
  facts: Map<string, Omit<Passage, 'score'>>;
  ownAnswers: readonly OwnAnswer[];
  factVectors: Map<string, Float32Array>;
  /** Running update; one at a time. */
  updating: Promise<unknown>;
}

/** Returns the vector of a text; undefined while embeddings are unavailable. */
type Embed = (text: string) => Promise<Float32Array | undefined>;

interface Versions {
  readonly version: bigint;
  readonly prompts: string;
}

const versionsRow = z.object({ version: z.bigint(), prompts: z.string() });
const vectorRow = z.object({ page_id: z.string(), number: z.number(), embedding: z.instanceof(Buffer) });
const pageRow = z.object({
  page_id: z.string(),
  url: z.string(),
  title: z.string(),
  version: z.bigint(),
  removed: z.boolean(),
  passages: z.array(z.object({ number: z.number(), heading: z.string(), text: z.string() })),
});

/**
 * Search indexes per client, each built from that client's rows only and brought up to date before every question, so that
 * deleted content is not quoted. The most recently used ones stay in memory up to a limit.
 */
export class ClientIndexes {
  readonly #pool: DatabasePool;
  /** Model whose vectors are used; undefined if embeddings are disabled. */
  readonly #embeddingModel: string | undefined;
  readonly #embed: Embed | undefined;
  readonly #indexes = new Map<string, ClientIndex>();

  constructor(pool: DatabasePool, embeddingModel?: string, embed?: Embed) {
    this.#pool = pool;
    this.#embeddingModel = embeddingModel;
    this.#embed = embed;
  }

  async of(clientId: string): Promise<Knowledge> {
    const now: Versions = await this.#pool.one(sql.type(versionsRow)`
      SELECT coalesce((SELECT version FROM api.knowledge WHERE client_id = ${clientId}), 0) AS version,
        ${promptsVersion(clientId)} AS prompts
    `);
    const clientIndex = this.#indexes.get(clientId) ?? {
      index: new PassageIndex(),
      vectors: new VectorIndex(),
      version: 0n,
      prompts: [],
      promptsVersion: '',
      facts: new Map(),
      ownAnswers: [],
      factVectors: new Map(),
      updating: Promise.resolve(),
    };
    // Reinsert as the most recently used.
    this.#indexes.delete(clientId);
    this.#indexes.set(clientId, clientIndex);
    if (clientIndex.version < now.version || clientIndex.promptsVersion !== now.prompts) {
      clientIndex.updating = clientIndex.updating
        .catch(() => undefined) // reported to the question that started it
        .then(() => this.#catchUp(now, clientId, clientIndex));
    }
    await clientIndex.updating;
    await this.#embedFacts(clientIndex);
    this.#evictOldest();
    const { index, vectors, prompts, facts, ownAnswers, factVectors } = clientIndex;
    return {
      index,
      vectors,
      prompts,
      facts,
      ownAnswers,
      factVectors,
      version: `${clientIndex.version} ${clientIndex.promptsVersion}`,
    };
  }

  async #catchUp(now: Versions, clientId: string, clientIndex: ClientIndex): Promise<void> {
    if (clientIndex.version < now.version) await this.#update(clientId, clientIndex, now.version);
    if (clientIndex.promptsVersion !== now.prompts)
      await this.#updatePrompts(clientId, clientIndex, now.prompts);
  }

  /** Indexes the facts of each prompt as a page. */
  async #updatePrompts(clientId: string, clientIndex: ClientIndex, mark: string): Promise<void> {
    const prompts = await promptsOf(this.#pool, clientId);
    for (const { id } of clientIndex.prompts) {
      clientIndex.index.remove(promptPageId(id));
      clientIndex.vectors.remove(promptPageId(id));
    }
    clientIndex.facts = new Map();
    clientIndex.factVectors = new Map();
    for (const { id, prompt_content } of prompts) {
      const pageId = promptPageId(id);
      const passages = factsOf(prompt_content).map((fact, number) => ({ number, ...fact }));
      for (const { number, heading, text, url } of passages) {
        const fact = { pageId, number, url, title: url === '' ? '' : text, heading, text };
        clientIndex.facts.set(passageKey(fact), fact);
      }
      if (passages.length > 0) clientIndex.index.put({ pageId, url: '', title: '', passages });
    }
    clientIndex.ownAnswers = [...clientIndex.facts.values()].filter(isOwnAnswer).map(toOwnAnswer);
    clientIndex.prompts = prompts;
    clientIndex.promptsVersion = mark;
  }

  /** Embeds the facts without a vector: those of changed prompts, and all after an outage. */
  async #embedFacts({ facts, factVectors, vectors }: ClientIndex): Promise<void> {
    if (!this.#embed) return;
    for (const [key, { pageId, number, heading, text }] of facts) {
      if (factVectors.has(key)) continue;
      const vector = await this.#embed(heading || text);
      if (!vector) return;
      factVectors.set(key, vector);
      vectors.put(pageId, number, vector);
    }
  }

  async #update(clientId: string, clientIndex: ClientIndex, upTo: bigint): Promise<void> {
    if (clientIndex.version >= upTo) return;
    if (clientIndex.index.needsRebuild) {
      clientIndex.index = new PassageIndex();
      clientIndex.vectors = new VectorIndex();
      clientIndex.version = 0n;
      clientIndex.promptsVersion = 'outdated'; // indexes the prompts again
    }
    const { index, vectors } = clientIndex;
    const before = clientIndex.version;
    // All pages of the current version are indexed.
    let at = { version: clientIndex.version + 1n, pageId: '' };
    for (let more = true; more; ) {
      const pages = await this.#pool.any(sql.type(pageRow)`
        SELECT page_id, url, title, version, removed OR withheld AS removed, coalesce(
          (SELECT jsonb_agg(jsonb_build_object('number', number, 'heading', heading, 'text', text) ORDER BY number)
            FROM api.chunk WHERE chunk.client_id = ${clientId} AND chunk.page_id = content.page_id), '[]') AS passages
        FROM api.page_content content
        WHERE client_id = ${clientId} AND (version > ${at.version} OR version = ${at.version} AND page_id > ${at.pageId})
        ORDER BY version, page_id LIMIT ${PAGE_BATCH}
      `);
      for (const { page_id, url, title, removed, passages } of pages) {
        vectors.remove(page_id);
        if (removed) index.remove(page_id);
        else index.put({ pageId: page_id, url, title, passages });
        await yieldToEventLoop();
      }
      const present = pages.filter(({ removed }) => !removed).map(({ page_id }) => page_id);
      await this.#readVectors(clientId, vectors, sql.fragment`page_id = ANY(${sql.array(present, 'text')})`);
      const last = pages.at(-1);
      more = pages.length === PAGE_BATCH;
      if (last) at = { version: last.version, pageId: last.page_id };
    }
    await this.#readVectors(clientId, vectors, sql.fragment`embedding_version > ${before}`);
    clientIndex.version = at.version > upTo ? at.version : upTo;
  }

  /** Reads the vectors of the pages just indexed or of passages embedded since. */
  async #readVectors(clientId: string, vectors: VectorIndex, which: ReturnType<typeof sql.fragment>) {
    const model = this.#embeddingModel;
    if (model === undefined) return;
    let at = { pageId: '', number: -1 };
    for (let more = true; more; ) {
      const rows = await this.#pool.any(sql.type(vectorRow)`
        SELECT chunk.page_id, chunk.number, chunk.embedding
        FROM api.chunk JOIN api.page_content content USING (client_id, page_id)
        WHERE client_id = ${clientId} AND NOT content.removed AND NOT content.withheld
          AND chunk.embedding_model = ${model} AND ${which}
          AND (page_id, chunk.number) > (${at.pageId}, ${at.number})
        ORDER BY page_id, chunk.number LIMIT ${VECTOR_BATCH}
      `);
      for (const { page_id, number, embedding } of rows) vectors.put(page_id, number, vectorOf(embedding));
      await yieldToEventLoop();
      const last = rows.at(-1);
      more = rows.length === VECTOR_BATCH;
      if (last) at = { pageId: last.page_id, number: last.number };
    }
  }

  #evictOldest(): void {
    const wordsOf = ({ index, vectors }: ClientIndex) => index.size + vectors.size / BYTES_PER_WORD;
    let words = [...this.#indexes.values()].reduce((sum, clientIndex) => sum + wordsOf(clientIndex), 0);
    for (const [clientId, clientIndex] of this.#indexes) {
      if (words <= MAX_WORDS || this.#indexes.size === 1) return;
      words -= wordsOf(clientIndex);
      this.#indexes.delete(clientId);
    }
  }
}

const promptPageId = (promptId: string) => `prompt:${promptId}`;
