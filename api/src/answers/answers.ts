import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { ClientIndexes } from './client-indexes.ts';
import {
  type AnswerPart,
  type Citation,
  DO_NOT_KNOW,
  type Turn,
  QUOTED_FROM_PAGES as writing,
} from './contract.ts';
import { contextOf } from './follow-up.ts';
import { excerptOf } from './retrieval/excerpt.ts';
import type { Found } from './retrieval/passage-index.ts';

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
}

/** Below it the pages do not say: nine in ten questions of another field are, and one in thirty of the own. */
export const LEAST_CONFIDENCE = 0.38;
/** Passages that an answer may quote. */
const QUOTED = 5;

const passage = z.object({
  page_id: z.string(),
  number: z.number(),
  url: z.string(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
});
type Passage = z.infer<typeof passage> & { score: number };

/** The assistant's answers: the sentences of the client's pages that say it, numbered, with where they stand. */
export function createAnswers(pool: DatabasePool): Answers {
  const indexes = new ClientIndexes(pool);
  return {
    async *answer({ clientId, question, history, signal }) {
      const index = await indexes.of(clientId);
      const { found, stems, confidence } = index.search(question, contextOf(question, history));
      const passages =
        confidence < LEAST_CONFIDENCE ? [] : await passagesAt(pool, clientId, found.slice(0, QUOTED));
      if (signal.aborted) return;
      const quoted = excerptOf(question, stems, passages, (stem) => index.weightOf(stem));
      if (quoted.length === 0) {
        yield { type: 'text', text: DO_NOT_KNOW };
        yield { type: 'done', confidence, answered: false, writing };
        return;
      }
      const citations: Citation[] = [];
      for (const [i, { source, sentence }] of quoted.entries()) {
        const number = numberOf(citations, source, sentence);
        yield { type: 'text', text: `${i === 0 ? '' : ' '}${sentence} [${number}]` };
      }
      yield { type: 'citations', citations };
      yield { type: 'done', confidence, answered: true, writing };
    },
  };
}

/** Passages in their order, those that are still there. The client is part of the question, not of a filter behind it. */
async function passagesAt(pool: DatabasePool, clientId: string, found: readonly Found[]): Promise<Passage[]> {
  const rows = await pool.any(sql.type(passage)`
    SELECT chunk.page_id, chunk.number, content.url, content.title, chunk.heading, chunk.text
    FROM ${sql.unnest(
      found.map(({ pageId, number }) => [pageId, number]),
      ['text', 'int4'],
    )} AS wanted (page_id, number)
    JOIN api.chunk ON chunk.client_id = ${clientId} AND chunk.page_id = wanted.page_id AND chunk.number = wanted.number
    JOIN api.page_content content ON content.client_id = ${clientId} AND content.page_id = chunk.page_id
      AND NOT content.removed
  `);
  return found.flatMap(({ pageId, number, score }) => {
    const row = rows.find((each) => each.page_id === pageId && each.number === number);
    return row ? [{ ...row, score }] : [];
  });
}

/** Sentences of one passage share a number. */
function numberOf(citations: Citation[], source: Passage, sentence: string): number {
  const { page_id: pageId, url, title, heading } = source;
  const known = citations.findIndex(
    (each) => each.pageId === pageId && each.heading === heading && source.text.includes(each.quote),
  );
  const cited = citations[known];
  if (cited) return cited.number;
  const quote = sentence.replaceAll(/^…|…$/g, '');
  citations.push({ number: citations.length + 1, pageId, url, title, heading, quote });
  return citations.length;
}
