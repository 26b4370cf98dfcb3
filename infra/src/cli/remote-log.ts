import type { StoredEventRow, StoredEventsQuery } from '@landline/api/operations/event-log/contract';
import type { StoredEvent } from '@landline/event-schemas/codec';
import type { EventLogReader } from '@landline/scoring-engine/history/event-log-reader';
import { openApi, RequestRejectedError } from './connection.ts';

/** Query limit that returns every event. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Yields events from the API of a remote installation. */
export async function* remoteEvents(query: StoredEventsQuery): AsyncGenerator<StoredEventRow> {
  const api = await openApi();
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const chunks = await api.stream(`/api/admin/audit/stored?${search}`);
  for await (const line of linesOf(chunks)) yield JSON.parse(line) as StoredEventRow;
}

/** Reads the log of a remote installation. */
export const remoteLog: EventLogReader = {
  async read({ after, types, onEvent }) {
    const from = after < 0n ? {} : { from: String(after) };
    for await (const row of remoteEvents({ ...from, backwards: false, limit: ALL })) {
      const position = BigInt(row.position ?? -1); // only missing when a single stream is read
      if (position <= after || !types.some((type) => row.type.startsWith(type))) continue;
      if (!onEvent(storedEventOf(row), position)) return;
    }
  },
  async *readStream(stream, range) {
    const first = range === 'first';
    try {
      for await (const row of remoteEvents({ stream, backwards: !first, limit: first ? 1 : ALL }))
        yield storedEventOf(row);
    } catch (error) {
      if (!(error instanceof RequestRejectedError && error.reason === 'STREAM_NOT_FOUND')) throw error;
    }
  },
};

const storedEventOf = ({ id, type, stream, revision, data, metadata }: StoredEventRow): StoredEvent => ({
  id,
  type,
  streamId: stream,
  revision: BigInt(revision),
  data,
  metadata,
});

/** Splits the response into lines, each ended by a line feed. Throws if the last line is incomplete. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let remainder = '';
  for await (const chunk of chunks) {
    const lines = (remainder + decoder.decode(chunk, { stream: true })).split('\n');
    remainder = lines.pop() ?? '';
    yield* lines;
  }
  if (remainder !== '') throw new Error('The connection ended before the whole log was read');
}
