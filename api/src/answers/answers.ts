import type { Logger } from 'pino';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { AnswerCache, type KeptAnswer } from './answer-cache.ts';
import { Citations, type Passage } from './citations.ts';
import { ClientIndexes, factKey, type Knowledge } from './client-indexes.ts';
import {
  type AnswerPart,
  type Citation,
  DO_NOT_KNOW,
  type Turn,
  QUOTED_FROM_PAGES as writing,
} from './contract.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { createMeanings } from './embeddings/meanings.ts';
import { contextOf } from './follow-up.ts';
import { type ChatModel, createChatModel } from './model/chat-model.ts';
import { createWriter } from './model/written-answer.ts';
import { excerptOf } from './retrieval/excerpt.ts';
import type { Found, Search } from './retrieval/passage-index.ts';

export interface Question {
  readonly clientId: string;
  readonly question: string;
  /** What was said before in this conversation, oldest first. */
  readonly history: readonly Turn[];
  readonly signal: AbortSignal;
}

export interface Answers {
  /** Answers out of what is indexed for that client and nothing else. Ends early, without `done`, when `signal` is aborted. */
  answer(question: Question): AsyncIterable<AnswerPart>;
  /** How many answers are kept to be given again. */
  kept(): number;
}

/** Below it the pages do not say: nine in ten questions of another field are, and one in thirty of the own. */
export const LEAST_CONFIDENCE = 0.38;
/** Passages that an answer may quote, and that a model is given. */
const QUOTED = 5;
const GIVEN = 8;

const row = z.object({
  page_id: z.string(),
  number: z.number(),
  url: z.string(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
});

interface AnswersDeps {
  readonly pool: DatabasePool;
  readonly log: Logger;
  /** Writes the answers; without it they are quoted from the pages. */
  readonly model: ChatModel | undefined;
  /** Finds passages by meaning, too; without it by words alone. */
  readonly embedder?: Embedder | undefined;
}

/**
 * The assistant's answers. A model writes them out of the passages that were found; without one, or when it fails, the
 * sentences that say it are quoted, numbered, with where they stand.
 */
export function createAnswers({ pool, log, model, embedder }: AnswersDeps): Answers {
  const indexes = new ClientIndexes(pool, embedder?.model);
  const meanings = embedder && createMeanings(embedder, log);
  const writer = model && createWriter(model, log);
  const cache = new AnswerCache();

  /** True when the answer may be given again: what came of a model's failure, or of one of embeddings, may not. */
  async function* fresh(asked: Question, knowledge: Knowledge): AsyncGenerator<AnswerPart, boolean> {
    const { clientId, question, history, signal } = asked;
    const context = contextOf(question, history);
    const search = knowledge.index.search(question, context);
    const isTold = search.confidence >= LEAST_CONFIDENCE;
    const byWords = isTold ? search.found : [];
    const wanted = `${context} ${question}`.trim();
    const ranked = meanings ? await meanings.rank(wanted, byWords, knowledge.vectors, signal) : byWords;
    const found = (ranked ?? byWords).slice(0, writer ? GIVEN : QUOTED);
    // What only its meaning tells is as sure as an answer must at least be.
    const confidence = found.length > 0 ? Math.max(search.confidence, LEAST_CONFIDENCE) : search.confidence;
    const passages = await passagesAt(pool, clientId, found, knowledge);
    if (signal.aborted) return false;
    if (writer && passages.length > 0) {
      const { prompts } = knowledge;
      const ended = yield* writer.write({ question, history, passages, prompts, confidence, signal });
      if (ended !== 'nothing') return ended === 'whole' && ranked !== undefined;
    }
    yield* quoted(question, { ...search, confidence }, passages.slice(0, QUOTED), knowledge);
    return ranked !== undefined && (writer === undefined || passages.length === 0);
  }

  return {
    kept: () => cache.size,
    async *answer(asked) {
      const { clientId, question, history, signal } = asked;
      const knowledge = await indexes.of(clientId);
      const context = writer ? history : contextOf(question, history);
      const key = { clientId, version: knowledge.version, question, context };
      const known = cache.get(key);
      if (known) {
        yield* again(known);
        return;
      }
      const parts = fresh(asked, knowledge);
      const told = { text: '', citations: [] as readonly Citation[] };
      let kept: KeptAnswer | undefined;
      for (;;) {
        const each = await parts.next();
        if (each.done) {
          if (each.value && kept && !signal.aborted) cache.set(key, kept);
          return;
        }
        const part = each.value;
        if (part.type === 'text') told.text += part.text;
        else if (part.type === 'citations') told.citations = part.citations;
        else kept = { ...told, ...part };
        yield part;
      }
    },
  };
}

/** The model of the configuration; undefined where none is set. */
export function modelOf(config: {
  OPENAI_BASE_URL: string;
  OPENAI_API_KEY?: string | undefined;
  OPENAI_MODEL?: string | undefined;
  OPENAI_TIMEOUT_MS: number;
}): ChatModel | undefined {
  if (config.OPENAI_MODEL === undefined) return undefined;
  return createChatModel({
    baseUrl: config.OPENAI_BASE_URL,
    apiKey: config.OPENAI_API_KEY,
    model: config.OPENAI_MODEL,
    timeoutMs: config.OPENAI_TIMEOUT_MS,
  });
}

function* again({ text, citations, confidence, answered, writing }: KeptAnswer): Generator<AnswerPart> {
  yield { type: 'text', text };
  if (citations.length > 0) yield { type: 'citations', citations };
  yield { type: 'done', confidence, answered, writing: { ...writing, cached: true } };
}

/** The sentences that say it, each with the number of where it stands. */
function* quoted(
  question: string,
  { stems, confidence }: Search,
  passages: readonly Passage[],
  { index }: Knowledge,
): Generator<AnswerPart> {
  const sentences = excerptOf(question, stems, passages, (stem) => index.weightOf(stem));
  if (sentences.length === 0) {
    yield { type: 'text', text: DO_NOT_KNOW };
    yield { type: 'done', confidence, answered: false, writing };
    return;
  }
  const citations = new Citations();
  for (const [i, { source, sentence }] of sentences.entries()) {
    const number = citations.cite(source, sentence.replaceAll(/^…|…$/g, ''));
    yield { type: 'text', text: `${i === 0 ? '' : ' '}${sentence}${number === 0 ? '' : ` [${number}]`}` };
  }
  yield { type: 'citations', citations: citations.list() };
  yield { type: 'done', confidence, answered: true, writing };
}

/** Passages in their order, those that are still there. The client is part of the question, not of a filter behind it. */
async function passagesAt(
  pool: DatabasePool,
  clientId: string,
  found: readonly Found[],
  { facts }: Knowledge,
): Promise<Passage[]> {
  const wanted = found.filter(({ pageId, number }) => !facts.has(factKey(pageId, number)));
  const rows =
    wanted.length === 0
      ? []
      : await pool.any(sql.type(row)`
    SELECT chunk.page_id, chunk.number, content.url, content.title, chunk.heading, chunk.text
    FROM ${sql.unnest(
      wanted.map(({ pageId, number }) => [pageId, number]),
      ['text', 'int4'],
    )} AS wanted (page_id, number)
    JOIN api.chunk ON chunk.client_id = ${clientId} AND chunk.page_id = wanted.page_id AND chunk.number = wanted.number
    JOIN api.page_content content ON content.client_id = ${clientId} AND content.page_id = chunk.page_id
      AND NOT content.removed AND NOT content.withheld
  `);
  return found.flatMap(({ pageId, number, score }): Passage[] => {
    const fact = facts.get(factKey(pageId, number));
    if (fact) return [{ ...fact, score }];
    const at = rows.find((each) => each.page_id === pageId && each.number === number);
    if (!at) return [];
    const { page_id: _, ...rest } = at;
    return [{ ...rest, pageId, score }];
  });
}
