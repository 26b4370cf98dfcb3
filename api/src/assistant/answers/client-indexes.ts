import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ClientPrompt } from '../prompts/contract.ts';
import { factsOf } from '../prompts/facts.ts';
import { promptsOf, promptsVersion } from '../prompts/queries.ts';
import { Boilerplate } from './boilerplate.ts';
import { isOwnAnswer, type Passage } from './citations.ts';
import { PassageVectors } from './embeddings/passage-vectors.ts';
import type { QuestionEmbedder } from './embeddings/question-embedder.ts';
import { decodeVector } from './embeddings/vector.ts';
import { type OwnAnswer, toOwnAnswer } from './own-answers.ts';
import { passageKey } from './passages.ts';
import { PassageIndex } from './retrieval/passage-index.ts';

/** Memory limit of the indexes of one `ClientIndexes`, in indexed words of 12 bytes. */
const MAX_INDEX_WORDS = 12_000_000;
/** Pages read per query. Indexing yields to the event loop after each page. */
const PAGE_BATCH = 50;
const VECTOR_BATCH = 500;
const BYTES_PER_WORD = 12;
/** `promptsVersion` before the prompts are indexed. */
const NOT_INDEXED = 'not indexed';

/** Current knowledge of a client's assistant. */
export interface Knowledge {
  readonly index: PassageIndex;
  /** Vectors of the passages embedded so far. */
  readonly vectors: PassageVectors;
  /** Repeated blocks of the pages, which are not quoted. */
  readonly boilerplate: Boilerplate;
  readonly prompts: readonly ClientPrompt[];
  /** Facts of the prompts by `passageKey`. */
  readonly facts: ReadonlyMap<string, Omit<Passage, 'score'>>;
  /** Facts that answer a question. */
  readonly ownAnswers: readonly OwnAnswer[];
  /** Vector of each fact's question or, without one, its text, by `passageKey`. */
  readonly factVectors: ReadonlyMap<string, Float32Array>;
  /** Changes with every page, page vector and prompt, and when a fact gets a vector that an outage had delayed. */
  readonly version: string;
}

interface ClientIndex {
  index: PassageIndex;
  vectors: PassageVectors;
  boilerplate: Boilerplate;
  /** Pages to index; some remain after a failed update. */
  outdated: Set<string>;
  version: bigint;
  prompts: readonly ClientPrompt[];
  promptsVersion: string;
  facts: Map<string, Omit<Passage, 'score'>>;
  ownAnswers: readonly OwnAnswer[];
  factVectors: Map<string, Float32Array>;
  /**
   * Fact vectors by embedded text; null for a text that the server rejects. They are kept when other facts change; concurrent
   * questions share pending ones.
   */
  textVectors: Map<string, Promise<Float32Array | null | undefined>>;
  /** Latest update, running or settled; updates of a client run one at a time. */
  updating: Promise<unknown>;
}

interface ClientIndexOptions {
  /** Model whose vectors are used; undefined if embeddings are disabled. */
  readonly embeddingModel?: string | undefined;
  readonly embedFacts?: QuestionEmbedder['embedFacts'] | undefined;
  /** Prompts to use instead of each client's own. */
  readonly prompts?: readonly ClientPrompt[] | undefined;
}

interface Versions {
  readonly version: bigint;
  readonly prompts: string;
}

const versionsRow = z.object({ version: z.bigint(), prompts: z.string() });
const vectorRow = z.object({
  page_id: z.string(),
  number: z.number(),
  heading: z.string(),
  text: z.string(),
  embedding: z.instanceof(Buffer),
  /** Null if there is no heading. */
  heading_embedding: z.instanceof(Buffer).nullable(),
});
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
  readonly #embeddingModel: string | undefined;
  readonly #embedFacts: QuestionEmbedder['embedFacts'] | undefined;
  readonly #prompts: readonly ClientPrompt[] | undefined;
  readonly #indexes = new Map<string, ClientIndex>();

  constructor(pool: DatabasePool, { embeddingModel, embedFacts, prompts }: ClientIndexOptions = {}) {
    this.#pool = pool;
    this.#embeddingModel = embeddingModel;
    this.#embedFacts = embedFacts;
    this.#prompts = prompts;
  }

  async knowledgeOf(clientId: string): Promise<Knowledge> {
    const latest: Versions = await this.#pool.one(sql.type(versionsRow)`
      SELECT coalesce((SELECT version FROM api.knowledge WHERE client_id = ${clientId}), 0) AS version,
        ${promptsVersion(clientId)} AS prompts
    `);
    const clientIndex = this.#indexes.get(clientId) ?? {
      index: new PassageIndex(),
      vectors: new PassageVectors(),
      boilerplate: new Boilerplate(),
      outdated: new Set(),
      version: 0n,
      prompts: [],
      promptsVersion: NOT_INDEXED,
      facts: new Map(),
      ownAnswers: [],
      factVectors: new Map(),
      textVectors: new Map(),
      updating: Promise.resolve(),
    };
    // Reinsert as the most recently used.
    this.#indexes.delete(clientId);
    this.#indexes.set(clientId, clientIndex);
    if (clientIndex.version < latest.version || clientIndex.promptsVersion !== latest.prompts) {
      clientIndex.updating = clientIndex.updating
        .catch(() => undefined) // The question that started the earlier update rejects with its error.
        .then(() => this.#catchUp(latest, clientId, clientIndex));
    }
    await clientIndex.updating;
    // Capture these before embedding: a rebuild for another question may replace them with empty indexes in the meantime.
    const { index, vectors, boilerplate, prompts, facts, ownAnswers, factVectors } = clientIndex;
    const contentVersion = `${clientIndex.version} ${clientIndex.promptsVersion}`;
    await this.#embedMissing(clientIndex);
    this.#evictLeastRecentlyUsed();
    const version = `${contentVersion} ${factVectors.size}`;
    return { index, vectors, boilerplate, prompts, facts, ownAnswers, factVectors, version };
  }

  async #catchUp(latest: Versions, clientId: string, clientIndex: ClientIndex): Promise<void> {
    if (clientIndex.index.needsRebuild) {
      clientIndex.index = new PassageIndex();
      clientIndex.vectors = new PassageVectors();
      clientIndex.boilerplate = new Boilerplate();
      clientIndex.version = 0n;
      clientIndex.promptsVersion = NOT_INDEXED;
    }
    if (clientIndex.version < latest.version) await this.#update(clientId, clientIndex, latest.version);
    if (clientIndex.promptsVersion !== latest.prompts)
      await this.#updatePrompts(clientId, clientIndex, latest.prompts);
  }

  /** Indexes the facts of each prompt as a page. */
  async #updatePrompts(clientId: string, clientIndex: ClientIndex, version: string): Promise<void> {
    const prompts = this.#prompts ?? (await promptsOf(this.#pool, clientId));
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
    const texts = new Set([...clientIndex.facts.values()].map(embeddedTextOf));
    for (const text of clientIndex.textVectors.keys())
      if (!texts.has(text)) clientIndex.textVectors.delete(text);
    clientIndex.ownAnswers = [...clientIndex.facts.values()].filter(isOwnAnswer).map(toOwnAnswer);
    clientIndex.prompts = prompts;
    clientIndex.promptsVersion = version;
  }

  /** Embeds the facts that have no vector: new or changed ones, and those that an outage left out. */
  async #embedMissing(clientIndex: ClientIndex): Promise<void> {
    if (!this.#embedFacts) return;
    const { facts, factVectors, textVectors, vectors } = clientIndex;
    const missing = [...facts].filter(([key]) => !factVectors.has(key));
    const texts = new Set(missing.map(([, fact]) => embeddedTextOf(fact)));
    const unknown = [...texts].filter((text) => !textVectors.has(text));
    if (unknown.length > 0) {
      const embedded = this.#embedFacts(unknown);
      for (const text of unknown)
        textVectors.set(
          text,
          embedded.then((found) => found.get(text)),
        );
    }
    const found = await Promise.all([...texts].map((text) => vectorOfText(text, textVectors)));
    const byText = new Map([...texts].map((text, i) => [text, found[i]]));
    for (const [key, fact] of missing) {
      const vector = byText.get(embeddedTextOf(fact));
      if (!vector) continue;
      factVectors.set(key, vector);
      // If the prompts have changed in the meantime, this key may belong to a different fact.
      if (clientIndex.facts !== facts) continue;
      vectors.put(fact.pageId, fact.number, {
        text: vector,
        heading: fact.heading === '' ? undefined : vector,
      });
    }
  }

  async #update(clientId: string, clientIndex: ClientIndex, upTo: bigint): Promise<void> {
    if (clientIndex.version >= upTo) return;
    const { boilerplate, outdated } = clientIndex;
    const indexedVersion = clientIndex.version;
    let position = { version: indexedVersion + 1n, pageId: '' };
    for (let more = true; more; ) {
      const { version, pageId } = position;
      const pages = await this.#readPages(
        clientId,
        sql.fragment`(version > ${version} OR version = ${version} AND page_id > ${pageId})`,
      );
      for (const { page_id, url, title, removed, passages } of pages) {
        outdated.add(page_id);
        if (removed) boilerplate.remove(page_id);
        else boilerplate.put({ pageId: page_id, url, title, passages });
        await yieldToEventLoop();
      }
      const last = pages.at(-1);
      more = pages.length === PAGE_BATCH;
      if (last) position = { version: last.version, pageId: last.page_id };
    }
    for (const pageId of boilerplate.update()) outdated.add(pageId);
    const ids = [...outdated];
    for (let i = 0; i < ids.length; i += PAGE_BATCH) {
      const batch = ids.slice(i, i + PAGE_BATCH);
      await this.#indexPages(clientId, clientIndex, batch);
      for (const id of batch) outdated.delete(id);
    }
    await this.#readVectors(clientId, clientIndex, sql.fragment`embedding_version > ${indexedVersion}`);
    clientIndex.version = position.version > upTo ? position.version : upTo;
  }

  /** Indexes pages without their boilerplate. */
  async #indexPages(clientId: string, clientIndex: ClientIndex, ids: readonly string[]): Promise<void> {
    const { index, vectors, boilerplate } = clientIndex;
    const isInBatch = sql.fragment`page_id = ANY(${sql.array([...ids], 'text')})`;
    for (const { page_id, url, title, removed, passages } of await this.#readPages(clientId, isInBatch)) {
      vectors.remove(page_id);
      const content = passages.flatMap(
        (passage) => boilerplate.without({ ...passage, pageId: page_id }) ?? [],
      );
      if (removed) index.remove(page_id);
      else index.put({ pageId: page_id, url, title, passages: content });
      await yieldToEventLoop();
    }
    await this.#readVectors(clientId, clientIndex, isInBatch);
  }

  #readPages(clientId: string, condition: ReturnType<typeof sql.fragment>) {
    return this.#pool.any(sql.type(pageRow)`
      SELECT page_id, url, title, version, removed OR withheld AS removed, coalesce(
        (SELECT jsonb_agg(jsonb_build_object('number', number, 'heading', heading, 'text', text) ORDER BY number)
          FROM api.chunk WHERE chunk.client_id = ${clientId} AND chunk.page_id = content.page_id), '[]') AS passages
      FROM api.page_content content
      WHERE client_id = ${clientId} AND ${condition}
      ORDER BY version, page_id LIMIT ${PAGE_BATCH}
    `);
  }

  /** Reads the vectors that match `condition`: of the pages just indexed, or of passages embedded since the last update. */
  async #readVectors(
    clientId: string,
    { vectors, boilerplate }: ClientIndex,
    condition: ReturnType<typeof sql.fragment>,
  ) {
    const model = this.#embeddingModel;
    if (model === undefined) return;
    let position = { pageId: '', number: -1 };
    for (let more = true; more; ) {
      const rows = await this.#pool.any(sql.type(vectorRow)`
        SELECT chunk.page_id, chunk.number, chunk.heading, chunk.text, chunk.embedding, chunk.heading_embedding
        FROM api.chunk JOIN api.page_content content USING (client_id, page_id)
        WHERE client_id = ${clientId} AND NOT content.removed AND NOT content.withheld
          AND chunk.embedding_model = ${model} AND ${condition}
          AND (page_id, chunk.number) > (${position.pageId}, ${position.number})
        ORDER BY page_id, chunk.number LIMIT ${VECTOR_BATCH}
      `);
      for (const { page_id, number, embedding, heading_embedding, ...passage } of rows) {
        const heading = heading_embedding ? decodeVector(heading_embedding) : undefined;
        if (boilerplate.without({ ...passage, pageId: page_id }))
          vectors.put(page_id, number, { text: decodeVector(embedding), heading });
      }
      await yieldToEventLoop();
      const last = rows.at(-1);
      more = rows.length === VECTOR_BATCH;
      if (last) position = { pageId: last.page_id, number: last.number };
    }
  }

  #evictLeastRecentlyUsed(): void {
    const sizeInWords = ({ index, vectors, boilerplate, factVectors }: ClientIndex) => {
      const [factVector] = factVectors.values();
      const bytes = vectors.size + factVectors.size * (factVector?.byteLength ?? 0);
      return index.size + bytes / BYTES_PER_WORD + boilerplate.size;
    };
    let words = [...this.#indexes.values()].reduce((sum, clientIndex) => sum + sizeInWords(clientIndex), 0);
    for (const [clientId, clientIndex] of this.#indexes) {
      if (words <= MAX_INDEX_WORDS || this.#indexes.size === 1) return;
      words -= sizeInWords(clientIndex);
      this.#indexes.delete(clientId);
    }
  }
}

const promptPageId = (promptId: string) => `prompt:${promptId}`;

/** Returns the text of a fact that is embedded: the question that it answers, if any. */
const embeddedTextOf = ({ heading, text }: Pick<Passage, 'heading' | 'text'>) => heading || text;

/** Waits for the vector of a text. Forgets a missing one, so that the next question tries again. */
async function vectorOfText(text: string, textVectors: ClientIndex['textVectors']) {
  let vector: Float32Array | null | undefined;
  try {
    vector = await textVectors.get(text);
    return vector;
  } finally {
    if (vector === undefined) textVectors.delete(text);
  }
}
