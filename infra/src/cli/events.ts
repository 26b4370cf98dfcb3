import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { Command } from 'commander';
import { parseCount, parsePosition } from './arguments.ts';
import { withEventStore } from './connection.ts';
import { print, printJson } from './output.ts';
import { addSchemaCommand } from './schemas.ts';
import { addVerifyCommands } from './verify.ts';

interface ReadOptions {
  stream?: string;
  from?: bigint;
  limit: number;
  backwards?: boolean;
  json?: boolean;
}

/**
 * `events read`, `events tail` and `events schemas`: the log as the event store returns it; personal fields
 * stay encrypted.
 */
export function addEventCommands(program: Command): void {
  const events = program.command('events').description('read and verify the event log');
  events
    .command('read')
    .description('print events of a stream, or of the whole log')
    .option('--stream <name>', 'one stream only')
    .option(
      '--from <revision|position>',
      'first event: a revision with --stream, otherwise a commit position',
      parsePosition,
    )
    .option('--limit <n>', 'maximum number of events', parseCount, 100)
    .option('--backwards', 'newest first')
    .option('--json', 'print one JSON object per line')
    .action(({ from, limit, ...options }: ReadOptions) =>
      withEventStore(async (client) => {
        const direction = options.backwards ? BACKWARDS : FORWARDS;
        const edge = options.backwards ? END : START;
        const read = options.stream
          ? client.readStream(options.stream, { direction, fromRevision: from ?? edge })
          : client.readAll({
              direction,
              fromPosition: from === undefined ? edge : { commit: from, prepare: from },
            });
        let left = limit; // counts shown events; the event store's own events do not count
        try {
          for await (const resolved of read) {
            if (printEvent(resolved, options.json)) left--;
            if (left === 0) break;
          }
        } catch (error) {
          throw error instanceof StreamNotFoundError ? streamUnknown(options.stream) : error;
        }
        if (left === limit && !options.json) print('No events from there on');
      }),
    );
  addSchemaCommand(events);
  events
    .command('tail')
    .description('print events as they are appended, until Ctrl-C')
    .option('--stream <name>', 'one stream only')
    .option('--json', 'print one JSON object per line')
    .action((options: Pick<ReadOptions, 'stream' | 'json'>) =>
      withEventStore(async (client) => {
        if (options.stream) await requireStream(client, options.stream);
        const subscription = options.stream
          ? client.subscribeToStream(options.stream, { fromRevision: END })
          : client.subscribeToAll({ fromPosition: END });
        process.once('SIGINT', () => void subscription.unsubscribe());
        for await (const resolved of subscription) printEvent(resolved, options.json);
      }),
    );
  addVerifyCommands(events);
}

async function requireStream(client: EventStoreDBClient, stream: string): Promise<void> {
  try {
    for await (const _ of client.readStream(stream, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: 1,
    }));
  } catch (error) {
    throw error instanceof StreamNotFoundError ? streamUnknown(stream) : error;
  }
}

const streamUnknown = (stream = '') => new Error(`There is no stream ${stream}`);

/** Returns false for a system event, which is not printed. */
function printEvent({ event }: ResolvedEvent, json = false): boolean {
  if (event === undefined || event.type.startsWith('$')) return false;
  const { id, type, streamId, revision, position, created, data, metadata } = event;
  if (json) {
    printJson({ position: position?.commit, id, type, stream: streamId, revision, created, data, metadata });
    return true;
  }
  const text = JSON.stringify(data);
  const shown = text.length > 160 ? `${text.slice(0, 160)}… (${text.length} characters)` : text;
  print(
    `${String(position?.commit ?? '').padStart(10)}  ${created.toISOString()}  ${type}  ${streamId}@${revision}\n            ${shown}`,
  );
  return true;
}
