import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import pino, { type Logger } from 'pino';
import { nodeServices } from './node-services.ts';
import { Reader } from './reader.ts';
import { RecentEvents } from './recent-events.ts';
import { requireUser } from './require-user.ts';
import { streamsDefinition, streamsService } from './streams-service.ts';
import { appendWrite, newEventId, type WriteOutcome } from './write.ts';
import { Writer } from './writer.ts';
import { reconnectAsWriter } from './writer-connection.ts';

interface EventStoreOptions {
  /** Separate database; tables are created in schema `event_store`. */
  readonly databaseUrl: string;
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  readonly log?: Logger;
  /** Serves TLS and requires a user and password; without it the server is meant for this machine only. */
  readonly secured?: TlsAccess;
}

/** Certificate and key as PEM, and the only user. */
export interface TlsAccess {
  readonly certificate: string;
  readonly privateKey: string;
  readonly username: string;
  readonly password: string;
}

export interface EventStore {
  /** A connection string for `@eventstore/db-client`. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const MAX_MESSAGE = 32 * 1024 * 1024;
const SHUTDOWN_GRACE_MS = 1_000;
const TIMEOUT_MS = 30_000;

/**
 * Starts a server of the EventStoreDB protocol on PostgreSQL. Rejects when the database cannot be reached, or when
 * another event store writes to it.
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { databaseUrl, host = '127.0.0.1', port = 0, secured } = options;
  const log = options.log ?? pino({ level: 'silent' });
  const { client, head } = await reconnectAsWriter(databaseUrl, log, AbortSignal.timeout(TIMEOUT_MS));
  const recent = new RecentEvents(head);
  const writer = new Writer(client, databaseUrl, recent, log);
  if (head < 0) await writeFirstEvent(writer);
  const reader = new Reader(databaseUrl);

  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': MAX_MESSAGE,
    ...(secured && { interceptors: [requireUser(secured)] }),
  });
  server.addService(streamsDefinition, streamsService(reader, writer, recent));
  for (const [definition, handlers] of nodeServices(randomUUID())) server.addService(definition, handlers);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentialsOf(secured), (error, boundPort) =>
      error === null ? resolve(boundPort) : reject(error),
    );
  });

  return {
    url: `esdb://${host}:${bound}${secured === undefined ? '?tls=false' : ''}`,
    port: bound,
    async close() {
      const drained = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      // Subscriptions never end by themselves.
      const forcing = setTimeout(() => server.forceShutdown(), SHUTDOWN_GRACE_MS);
      await writer.close();
      server.forceShutdown();
      await drained;
      clearTimeout(forcing);
      await reader.close();
    },
  };
}

function credentialsOf(secured: TlsAccess | undefined): ServerCredentials {
  if (secured === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(secured.certificate), private_key: Buffer.from(secured.privateKey) },
  ]);
}

/** Begins the log with a system event, as in a fresh EventStoreDB, so that position 0 never belongs to a client. */
async function writeFirstEvent(writer: Writer): Promise<void> {
  const event = {
    id: newEventId(),
    type: '$metadata',
    contentType: 'application/json',
    customMetadata: Buffer.alloc(0),
    data: Buffer.from('{"$maxCount":1}'),
  } as const;
  const target = { stream: '$$$stats', expected: 'no_stream', deadline: Number.POSITIVE_INFINITY } as const;
  const outcome = await new Promise<WriteOutcome>((resolve) =>
    writer.submit(appendWrite(target, [event], resolve)),
  );
  if (outcome.kind !== 'written') throw new Error(`Could not write the first event: ${outcome.kind}`);
}
