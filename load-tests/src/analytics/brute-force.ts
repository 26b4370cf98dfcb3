import { createDecipheriv } from 'node:crypto';
import { CopyRows } from '@landline/infra/event-store/copy-rows';
import { decodeReadEvent } from '@landline/infra/event-store/recorded-event';
import pg from 'pg';
import { keyOf } from '../projections/events.ts';
import type { BenchClient } from './conversations.ts';

/** What a client's views have to show. */
export interface Counted {
  /** Of each day, `YYYY-MM-DD`: questions, and answers. */
  readonly days: Map<string, [questions: number, answers: number]>;
  readonly quality: Quality;
  /** In how many questions each word stands. */
  readonly words: Map<string, number>;
  /** Milliseconds to the first word, and to the whole answer. */
  readonly times: [first: number[], whole: number[]];
}

interface Quality {
  excellent: number;
  good: number;
  fair: number;
  poor: number;
  up: number;
  down: number;
  unanswered: number;
}

/** A question and what became of it. */
interface Question {
  readonly client: string;
  readonly day: string;
  readonly words: ReadonlySet<string>;
  answer?: Answer;
  rating?: 'up' | 'down';
}
interface Answer {
  readonly confidence: number;
  readonly answered: boolean;
  readonly citations: readonly unknown[];
  readonly first_token_ms: number;
  readonly duration_ms: number;
}

/** Reads the whole log event by event, and counts one question after the other. */
export async function countedFromLog(
  databaseUrl: string,
  clients: readonly BenchClient[],
): Promise<ReadonlyMap<string, Counted>> {
  const dayOf = new Map(clients.map(({ id, timeZone }) => [id, dates(timeZone)]));
  const counted = new Map(clients.map(({ id }) => [id, nothing()]));
  // The events of a conversation stand together: it is over when another one begins.
  let open = new Map<string, Question>();
  const settle = () => {
    for (const question of open.values()) {
      const of = counted.get(question.client);
      if (of) count(of, question);
    }
    open = new Map();
  };
  await readConversations(databaseUrl, ({ type, data, at }) => {
    if (type === 'ConversationStarted') settle();
    else if (type === 'QuestionAsked') {
      const { client_id, conversation_id, question_id, text } = data;
      const words = new Set(unsealed(text.sealed, `conversation:${conversation_id}`).match(/[a-z]+/gi));
      open.set(question_id, { client: client_id, day: dayOf.get(client_id)?.(at) ?? '', words });
    } else {
      const question = open.get(data.question_id);
      if (question && type === 'QuestionAnswered') question.answer = data;
      if (question && type === 'AnswerRated') question.rating = data.rating;
    }
  });
  settle();
  return counted;
}

const nothing = (): Counted => ({
  days: new Map(),
  quality: { excellent: 0, good: 0, fair: 0, poor: 0, up: 0, down: 0, unanswered: 0 },
  words: new Map(),
  times: [[], []],
});

/** What is counted of several clients, together. */
export function together(all: Iterable<Counted>): Counted {
  const sum = nothing();
  for (const { days, quality, words, times } of all) {
    for (const [day, [questions, answers]] of days) {
      const known = sum.days.get(day) ?? [0, 0];
      sum.days.set(day, [known[0] + questions, known[1] + answers]);
    }
    for (const name of Object.keys(quality) as (keyof Quality)[]) sum.quality[name] += quality[name];
    for (const [word, times] of words) sum.words.set(word, (sum.words.get(word) ?? 0) + times);
    for (const kind of [0, 1] as const) for (const ms of times[kind]) sum.times[kind].push(ms);
  }
  return sum;
}

function count({ days, quality, words, times }: Counted, question: Question): void {
  const { day, answer, rating } = question;
  const known = days.get(day) ?? [0, 0];
  days.set(day, [known[0] + 1, known[1] + (answer ? 1 : 0)]);
  for (const word of question.words) words.set(word.toLowerCase(), (words.get(word.toLowerCase()) ?? 0) + 1);
  if (rating) quality[rating]++;
  if (!answer) return;
  times[0].push(answer.first_token_ms);
  times[1].push(answer.duration_ms);
  if (!answer.answered) quality.unanswered++;
  quality[bandOf(answer, rating)]++;
}

/** Spec 002 §9's bands, of what the screen says a score is; in thousandths, so that no sum is rounded. */
function bandOf({ answered, confidence, citations }: Answer, rating: 'up' | 'down' | undefined) {
  const given = answered ? Math.round(800 * confidence) + (citations.length > 0 ? 200 : 0) : 0;
  const score = given + (rating === 'up' ? 200 : rating === 'down' ? -400 : 0);
  return score >= 800 ? 'excellent' : score >= 600 ? 'good' : score >= 400 ? 'fair' : 'poor';
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
