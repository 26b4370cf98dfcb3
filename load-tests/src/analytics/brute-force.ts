import { createDecipheriv } from 'node:crypto';
import { CopyRows } from '@landline/infra/event-store/copy-rows';
import { decodeReadEvent } from '@landline/infra/event-store/recorded-event';
import pg from 'pg';
import { keyOf } from '../projections/events.ts';
import type { BenchClient } from './conversations.ts';

/** A question and what became of it. */
export interface Question {
  readonly client: string;
  /** `YYYY-MM-DD` in the client's time zone. */
  readonly day: string;
  readonly at: string;
  readonly text: string;
  answer?: Answer;
  rating?: 'up' | 'down';
}
interface Answer {
  readonly answered: boolean;
  readonly cited: boolean;
  readonly confidence: number;
  readonly first_token_ms: number;
  readonly duration_ms: number;
}

/** Reads the whole log event by event, and gives one question after the other, by clients. */
export async function questionsOfLog(
  databaseUrl: string,
  clients: readonly BenchClient[],
): Promise<ReadonlyMap<string, readonly Question[]>> {
  const dayOf = new Map(clients.map(({ id, timeZone }) => [id, dates(timeZone)]));
  const byClient = new Map(clients.map(({ id }): [string, Question[]] => [id, []]));
  // Each text once, however often it was asked: there are millions.
  const texts = new Map<string, string>();
  // The events of a conversation stand together: it is over when another one begins.
  const open = new Map<string, Question>();
  await readConversations(databaseUrl, ({ type, data, at }) => {
    if (type === 'ConversationStarted') open.clear();
    else if (type === 'QuestionAsked') {
      const { client_id, conversation_id, question_id } = data;
      const said = unsealed(data.text.sealed, `conversation:${conversation_id}`);
      const text = texts.get(said) ?? said;
      texts.set(text, text);
      const question = { client: client_id, day: dayOf.get(client_id)?.(at) ?? '', at, text };
      open.set(question_id, question);
      byClient.get(client_id)?.push(question);
    } else {
      const question = open.get(data.question_id);
      if (question && type === 'AnswerRated') question.rating = data.rating;
      if (question && type === 'QuestionAnswered') {
        const { answered, confidence, citations, first_token_ms, duration_ms } = data;
        question.answer = { answered, confidence, cited: citations.length > 0, first_token_ms, duration_ms };
      }
    }
  });
  return byClient;
}

interface Said {
  readonly type: string;
  readonly at: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the benchmark has written itself
  readonly data: any;
}

/** The rows of the log themselves, in their order. */
async function readConversations(databaseUrl: string, take: (said: Said) => void): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const rows = new CopyRows(
    `SELECT encoded FROM event_store.event WHERE starts_with(stream, 'conversation-') ORDER BY position`,
    ([encoded]) => {
      const event = encoded && decodeReadEvent(encoded);
      if (!event) throw new Error('The log holds a row that is no event');
      const { at } = JSON.parse(event.customMetadata.toString()) as { at: string };
      take({ type: event.type.toString(), data: JSON.parse(event.data.toString()), at });
    },
  );
  database.query(rows);
  await rows.finished;
  await database.end();
}

function unsealed(text: string, subject: string): string {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(subject), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}

/** The day of an instant in a time zone. */
function dates(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (at) => format.format(new Date(at));
}
