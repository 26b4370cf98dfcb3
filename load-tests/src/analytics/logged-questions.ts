import { createDecipheriv } from 'node:crypto';
import { CopyToQuery } from '@landline/infra/event-store/copy-to-query';
import { decodeReadEvent } from '@landline/infra/event-store/recorded-event';
import pg from 'pg';
import { keyOf } from '../projections/events.ts';
import type { BenchClient } from './conversations.ts';

/** A question with its answer and rating. */
export interface Question {
  readonly client: string;
  readonly day: string;
  readonly at: string;
  readonly text: string;
  answer?: Answer;
  rating?: 'up' | 'down';
}
interface Answer {
  readonly answered: boolean;
  readonly confidence: number;
  readonly first_token_ms: number;
  readonly duration_ms: number;
}

/** Reads the whole log event by event and returns the questions of each client. */
export async function readLoggedQuestions(
  databaseUrl: string,
  clients: readonly BenchClient[],
): Promise<ReadonlyMap<string, readonly Question[]>> {
  const dayOf = new Map(clients.map(({ id, timeZone }) => [id, dayFormatter(timeZone)]));
  const byClient = new Map(clients.map(({ id }): [string, Question[]] => [id, []]));
  // Intern the texts, because millions of questions repeat them.
  const texts = new Map<string, string>();
  // Events of one conversation are contiguous, so it is complete when the next one begins.
  const open = new Map<string, Question>();
  await readConversations(databaseUrl, ({ type, data, at }) => {
    if (type === 'ConversationStarted') open.clear();
    else if (type === 'QuestionAsked') {
      const { client_id, conversation_id, question_id } = data;
      const plainText = decryptText(data.text.sealed, `conversation:${conversation_id}`);
      const text = texts.get(plainText) ?? plainText;
      texts.set(text, text);
      const question = { client: client_id, day: dayOf.get(client_id)?.(at) ?? '', at, text };
      open.set(question_id, question);
      byClient.get(client_id)?.push(question);
    } else {
      const question = open.get(data.question_id);
      if (question && type === 'AnswerRated') question.rating = data.rating;
      if (question && type === 'QuestionAnswered') {
        const { answered, confidence, first_token_ms, duration_ms } = data;
        question.answer = { answered, confidence, first_token_ms, duration_ms };
      }
    }
  });
  return byClient;
}

interface LoggedMessage {
  readonly type: string;
  readonly at: string;
  // biome-ignore lint/suspicious/noExplicitAny: the benchmark wrote these events itself
  readonly data: any;
}

/** Reads the events of all conversations in log order. */
async function readConversations(
  databaseUrl: string,
  onMessage: (message: LoggedMessage) => void,
): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const rows = new CopyToQuery(
    `SELECT encoded FROM event_store.event WHERE starts_with(stream, 'conversation-') ORDER BY position`,
    ([encoded]) => {
      const event = encoded && decodeReadEvent(encoded);
      if (!event) throw new Error('The log contains a row that cannot be decoded as an event');
      const { at } = JSON.parse(event.customMetadata.toString()) as { at: string };
      onMessage({ type: event.type.toString(), data: JSON.parse(event.data.toString()), at });
    },
  );
  database.query(rows);
  await rows.finished;
  await database.end();
}

function decryptText(text: string, subject: string): string {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(subject), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}

/** Returns a formatter from an instant to its day in a time zone. */
function dayFormatter(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (at) => format.format(new Date(at));
}
