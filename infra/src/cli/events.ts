import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  START,
} from '@eventstore/db-client';
import type { Command } from 'commander';
import { count, place } from './arguments.ts';
import { connect } from './connection.ts';
import { say, sayJson } from './output.ts';
import { addSchemaCommand } from './schemas.ts';
import { addVerifyCommands } from './verify.ts';

interface ReadOptions {
  stream?: string;
  from?: bigint;
  limit: number;
  backwards?: boolean;
  json?: boolean;
}

/** `events read`, `events tail` and `events schemas`: the log as the event store hands it out; personal fields stay sealed. */
export function addEventCommands(program: Command): void {
  const events = program.command('events').description('read the log');
  events
    .command('read')
    .description('print events of a stream, or of the whole log')
    .option('--stream <name>', 'one stream only')
    .option(
      '--from <revision|position>',
      'where to begin (a revision, or a commit position of the whole log)',
      place,
    )
    .option('--limit <n>', 'at most this many', count, 100)
    .option('--backwards', 'newest first')
    .option('--json', 'one JSON object a line')
    .action(async ({ from, limit, ...options }: ReadOptions) => {
      const client = EventStoreDBClient.connectionString((await connect()).eventStoreUrl);
      const direction = options.backwards ? BACKWARDS : FORWARDS;
      const edge = options.backwards ? END : START;
      const read = options.stream
        ? client.readStream(options.stream, { direction, fromRevision: from ?? edge })
        : client.readAll({
            direction,
            fromPosition: from === undefined ? edge : { commit: from, prepare: from },
          });
      let left = limit; // of what is shown: the event store's own events do not count
      for await (const resolved of read) {
        if (sayEvent(resolved, options.json)) left--;
        if (left === 0) break;
      }
      await client.dispose();
    });
  addSchemaCommand(events);
  events
    .command('tail')
    .description('print events as they are appended, until Ctrl-C')
    .option('--stream <name>', 'one stream only')
    .option('--json', 'one JSON object a line')
    .action(async (options: Pick<ReadOptions, 'stream' | 'json'>) => {
      const client = EventStoreDBClient.connectionString((await connect()).eventStoreUrl);
      const subscription = options.stream
        ? client.subscribeToStream(options.stream, { fromRevision: END })
        : client.subscribeToAll({ fromPosition: END });
      process.once('SIGINT', () => void subscription.unsubscribe());
      for await (const resolved of subscription) sayEvent(resolved, options.json);
      await client.dispose();
    });
  addVerifyCommands(events);
}

/** False: it is none of ours, and was not printed. */
function sayEvent({ event }: ResolvedEvent, json = false): boolean {
  if (event === undefined || event.type.startsWith('$')) return false;
  const { id, type, streamId, revision, position, created, data, metadata } = event;
  if (json) {
    sayJson({ position: position?.commit, id, type, stream: streamId, revision, created, data, metadata });
    return true;
  }
  const text = JSON.stringify(data);
  const shown = text.length > 160 ? `${text.slice(0, 160)}… (${text.length} characters)` : text;
  say(
    `${String(position?.commit ?? '').padStart(10)}  ${created.toISOString()}  ${type}  ${streamId}@${revision}\n            ${shown}`,
  );
  return true;
}
