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
  /**
   * TLS certificate and required credentials. Without them, the server accepts plaintext calls from anyone; bind it to
   * loopback only.
   */
  readonly access?: TlsAccess;
}

/** PEM-encoded certificate and private key, and the credentials of the only user. */
export interface TlsAccess {
  readonly certificate: string;
  readonly privateKey: string;
  readonly username: string;
  readonly password: string;
}

export interface EventStore {
  /** Connection string for `@eventstore/db-client`. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const SHUTDOWN_GRACE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Starts a server that speaks the EventStoreDB protocol and stores events in PostgreSQL. Rejects when the database
 * cannot be reached, when another event store is writing to it, or when the port cannot be bound.
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { databaseUrl, host = '127.0.0.1', port = 0, access } = options;
  const log = options.log ?? pino({ level: 'silent' });
  const { client, head } = await reconnectAsWriter(databaseUrl, log, AbortSignal.timeout(CONNECT_TIMEOUT_MS));
  const recent = new RecentEvents(head);
  const writer = new Writer(client, databaseUrl, recent, log);
  if (head < 0) await writeFirstEvent(writer);
  const reader = new Reader(databaseUrl);

  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    ...(access && { interceptors: [requireUser(access)] }),
  });
  server.addService(streamsDefinition, streamsService(reader, writer, recent));
  for (const [definition, handlers] of nodeServices(randomUUID())) server.addService(definition, handlers);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentialsOf(access), (error, boundPort) =>
      error === null ? resolve(boundPort) : reject(error),
    );
  });

  return {
    url: `esdb://${host}:${bound}${access === undefined ? '?tls=false' : ''}`,
    port: bound,
    async close() {
      const drained = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      // Subscriptions never end on their own, so force the shutdown after a grace period.
      const forcing = setTimeout(() => server.forceShutdown(), SHUTDOWN_GRACE_MS);
      await writer.close();
      server.forceShutdown();
      await drained;
      clearTimeout(forcing);
      await reader.close();
    },
  };
}

function credentialsOf(access: TlsAccess | undefined): ServerCredentials {
  if (access === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(access.certificate), private_key: Buffer.from(access.privateKey) },
  ]);
}

/** Writes a system event first, as a fresh EventStoreDB does, so that the event at position 0 is never a domain event. */
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
