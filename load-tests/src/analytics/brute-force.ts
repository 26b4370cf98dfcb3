import { type EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import type { BenchClient } from './conversations.ts';

/** Of a client: how many questions and answers each of its days has, `YYYY-MM-DD questions answers`. */
export type Counted = ReadonlyMap<string, ReadonlyMap<string, readonly [questions: number, answers: number]>>;

interface Data {
  readonly client_id: string;
  readonly question_id: string;
}

/** Reads the whole log and counts event by event: a question and its answer on the day on which it was asked. */
export async function countedFromLog(
  client: EventStoreDBClient,
  clients: readonly BenchClient[],
): Promise<Counted> {
  const dayOf = new Map(clients.map(({ id, timeZone }) => [id, dates(timeZone)]));
  const askedOn = new Map<string, string>();
  const counted = new Map<string, Map<string, [number, number]>>();
  const count = ({ client_id }: Data, day: string, at: 0 | 1) => {
    const days = counted.get(client_id) ?? new Map<string, [number, number]>();
    const known = days.get(day) ?? [0, 0];
    known[at]++;
    days.set(day, known);
    counted.set(client_id, days);
  };
  const answered = new Set<string>();
  const events = client.subscribeToAll({
    fromPosition: 'start',
    filter: streamNameFilter({ prefixes: ['conversation-'] }),
  });
  const expected = await newestConversation(client);
  for await (const { event } of events) {
    if (!event) continue;
    const data = event.data as unknown as Data; // what the benchmark has written
    const at = (event.metadata as { at: string }).at;
    if (event.type === 'QuestionAsked') {
      const day = dayOf.get(data.client_id)?.(at) ?? '';
      askedOn.set(data.question_id, day);
      count(data, day, 0);
    } else if (event.type === 'QuestionAnswered' && !answered.has(data.question_id)) {
      answered.add(data.question_id);
      count(data, askedOn.get(data.question_id) ?? '', 1);
    }
    if (event.id === expected) break;
  }
  await events.unsubscribe();
  return counted;
}

async function newestConversation(client: EventStoreDBClient): Promise<string> {
  for await (const { event } of client.readAll({ direction: 'backwards', fromPosition: 'end' })) {
    if (event?.streamId.startsWith('conversation-')) return event.id;
  }
  throw new Error('No conversation is in the log');
}

/** The day of an instant in a time zone. */
function dates(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (at) => format.format(new Date(at));
}
