import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { AnswerPart, Citation, Turn } from './contract.ts';

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

/** Said when the client's pages do not tell (spec 002 §1 leaves the words open). */
export const DO_NOT_KNOW = "I don't know: I could not find that on our pages.";

const passage = z.object({
  page_id: z.string(),
  url: z.string(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
  rank: z.number(),
});

/** The assistant's answers, from the passages that were indexed. */
export function createAnswers(pool: DatabasePool): Answers {
  return {
    async *answer({ clientId, question, signal }) {
      const found = await pool.any(sql.type(passage)`
        SELECT page_id, url, title, heading, text, rank FROM (
          SELECT chunk.page_id, content.url, content.title, chunk.heading, chunk.text,
            ts_rank_cd(to_tsvector('english', chunk.text),
              replace(plainto_tsquery('english', ${question})::text, '&', '|')::tsquery)::float8 AS rank
          FROM api.chunk JOIN api.page_content content USING (client_id, page_id)
          WHERE client_id = ${clientId}
        ) ranked WHERE rank > 0 ORDER BY rank DESC LIMIT 3
      `);
      if (signal.aborted) return;
      const [best] = found;
      if (!best) {
        yield { type: 'text', text: DO_NOT_KNOW };
        yield { type: 'done', confidence: 0, answered: false };
        return;
      }
      const { page_id, url, title, heading, text } = best;
      const quote = text.slice(0, 300);
      const citations: Citation[] = [{ number: 1, pageId: page_id, url, title, heading, quote }];
      yield { type: 'text', text: `${quote} [1]` };
      yield { type: 'citations', citations };
      yield { type: 'done', confidence: Math.min(1, best.rank), answered: true };
    },
  };
}
