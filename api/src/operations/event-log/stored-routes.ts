import { Readable } from 'node:stream';
import { readMessages } from '@landline/runtime/event-store/read-messages';
import { type Route, route } from '../../platform/http/route.ts';
import type { OperationsPorts } from '../ports.ts';
import { type StoredEventRow, storedEventsQuery } from './contract.ts';
import { withLengthPrefixes } from './length-prefixes.ts';
import { storedEvents } from './stored-events.ts';

/** Routes that return the log as stored, for the `landline` command; personal fields stay encrypted. */
export function storedEventRoutes({ eventStore: { client } }: Pick<OperationsPorts, 'eventStore'>): Route[] {
  return [
    route.get('/api/admin/audit/stored', {
      may: ['SuperAdmin'],
      summary: 'Events of a stream or of the log, as they are stored',
      query: storedEventsQuery,
      async handle({ query, ctx }) {
        const rows = storedEvents(client, query);
        const first = await rows.next(); // an unknown stream is a 404
        ctx.type = 'application/x-ndjson; charset=utf-8';
        ctx.body = Readable.from(first.done ? [] : linesOf(first.value, rows));
      },
    }),
    route.get('/api/admin/audit/messages', {
      may: ['SuperAdmin'],
      summary: "The whole log as messages of the event store's protocol, to verify it elsewhere",
      async handle({ ctx }) {
        ctx.type = 'application/octet-stream';
        ctx.body = withLengthPrefixes(await readMessages(client, 0));
      },
    }),
  ];
}

async function* linesOf(
  first: StoredEventRow,
  others: AsyncIterable<StoredEventRow>,
): AsyncGenerator<string> {
  yield lineOf(first);
  for await (const row of others) yield lineOf(row);
}

/** Returns the row as one line, even for readers that end a line at U+2028 and U+2029, such as `node:readline`. */
const lineOf = (row: StoredEventRow) =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
