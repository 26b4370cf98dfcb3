import { addAbortListener } from 'node:events';
import { BACKWARDS, END, type EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import type { StoredEventRow } from '@landline/api/operations/event-log/contract';
import { storedEventRow, storedEvents } from '@landline/api/operations/event-log/stored-events';
import { pause } from '@landline/runtime/process/pause';
import type { Command } from 'commander';
import { parseCount, parsePosition } from './arguments.ts';
import { isRemote, withEventStore } from './connection.ts';
import { print, printJson } from './output.ts';
import { remoteEvents } from './remote-log.ts';
import { addSchemaCommand } from './schemas.ts';
import { addVerifyCommands } from './verify.ts';

/** Polling interval for new events of a remote installation, in milliseconds. */
const TAIL_MS = 500;
/** Maximum number of events per request. */
const TAIL_LIMIT = 1_000;

interface ReadOptions {
  stream?: string;
  from?: bigint;
  limit: number;
  backwards?: boolean;
  json?: boolean;
}

/** Adds the `events` commands. They print the log as the event store returns it, with personal fields encrypted. */
export function addEventCommands(program: Command): void {
  const events = program.command('events').description('read and verify the event log');
  events
    .command('read')
    .description('print events of a stream, or of the whole log')
    .option('--stream <name>', 'one stream only')
    .option(
      '--from <revision|position>',
      'first event, inclusive: a revision with --stream, otherwise a commit position',
      parsePosition,
    )
    .option('--limit <n>', 'maximum number of events', parseCount, 100)
    .option('--backwards', 'newest first')
    .option('--json', 'print one JSON object per line')
    .action(async ({ from, json = false, ...options }: ReadOptions) => {
      const query = {
        ...options,
        backwards: options.backwards ?? false,
        ...(from !== undefined && { from: String(from) }),
      };
      const show = async (rows: AsyncIterable<StoredEventRow>) => {
        let shown = 0;
        for await (const row of rows) {
          printEvent(row, json);
          shown++;
        }
        return shown;
      };
      const shown = await (isRemote()
        ? show(remoteEvents(query))
        : withEventStore((client) => show(storedEvents(client, query))));
      if (shown === 0 && !json)
        print(`No events at or ${query.backwards ? 'before' : 'after'} this position`);
    });
  addSchemaCommand(events);
  events
    .command('tail')
    .description('print events as they are appended, until Ctrl-C')
    .option('--stream <name>', 'one stream only')
    .option('--json', 'print one JSON object per line')
    .action(async ({ stream, json }: Pick<ReadOptions, 'stream' | 'json'>) => {
      const interrupted = new AbortController();
      process.once('SIGINT', () => interrupted.abort());
      const tail = isRemote() ? remoteTail : localTail;
      await tail(stream, (row) => printEvent(row, json), interrupted.signal);
    });
  addVerifyCommands(events);
}

type Tail = (
  stream: string | undefined,
  onEvent: (row: StoredEventRow) => void,
  signal: AbortSignal,
) => Promise<void>;

const localTail: Tail = (stream, onEvent, signal) =>
  withEventStore(async (client) => {
    if (stream) await requireStream(client, stream);
    const subscription = stream
      ? client.subscribeToStream(stream, { fromRevision: END })
      : client.subscribeToAll({ fromPosition: END });
    addAbortListener(signal, () => void subscription.unsubscribe());
    for await (const resolved of subscription) {
      const row = storedEventRow(resolved);
      if (row) onEvent(row);
    }
  });

const remoteTail: Tail = async (stream, onEvent, signal) => {
  const place = stream === undefined ? {} : { stream };
  let [last] = await Array.fromAsync(remoteEvents({ ...place, backwards: true, limit: 1 }));
  while (!signal.aborted) {
    const from = stream === undefined ? last?.position : last?.revision;
    const query = { ...place, backwards: false, limit: TAIL_LIMIT, ...(from && { from }) };
    for await (const row of remoteEvents(query)) {
      if (row.id === last?.id) continue;
      onEvent(row);
      last = row;
    }
    await pause(TAIL_MS, signal);
  }
};

async function requireStream(client: EventStoreDBClient, stream: string): Promise<void> {
  try {
    for await (const _ of client.readStream(stream, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: 1,
    }));
  } catch (error) {
    throw error instanceof StreamNotFoundError ? new Error(`There is no stream ${stream}`) : error;
  }
}

function printEvent(row: StoredEventRow, json = false): void {
  if (json) {
    printJson(row);
    return;
  }
  const { position, created, type, stream, revision, data } = row;
  const text = JSON.stringify(data);
  const shown = text.length > 160 ? `${text.slice(0, 160)}… (${text.length} characters)` : text;
  print(`${(position ?? '').padStart(10)}  ${created}  ${type}  ${stream}@${revision}\n            ${shown}`);
}
