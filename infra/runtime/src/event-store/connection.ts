import path from 'node:path';
import { ErrorType, EventStoreDBClient, isCommandError } from '@eventstore/db-client';
import type { Logger } from 'pino';
import { ConfigurationError, contentOf, type Environment, settingOf } from '../process/environment.ts';
import { PermanentError } from '../process/permanent-error.ts';
import { retryUntilReady } from '../process/retry-until-ready.ts';

/** The event store rejects the connection's credentials, or presents an untrusted certificate. */
export class EventStoreRefusedError extends PermanentError {
  readonly code = 'EVENT_STORE_REFUSED';
}

/**
 * Makes the client use one call per append. Without credentials, it sends all appends over one shared stream, which has
 * no deadline and throws outside of any promise when a response is late. It never sends credentials over an insecure
 * connection, so these do not matter.
 */
const ONE_CALL_PER_APPEND = { username: 'none', password: 'none' };

const PARTS = /^(esdb(?:\+discover)?:\/\/)(?:([^:@/]*):([^@/]*)@)?([^/?]+)\/?(?:\?(.*))?$/;

/** TLS failures as Node and gRPC word them. */
const UNTRUSTED = /certificate|altnames|wrong version number|SSL routines/i;

/**
 * Returns the complete connection string: EVENTSTORE_URL with the user and password of EVENTSTORE_USERNAME and
 * EVENTSTORE_PASSWORD and the CA file of EVENTSTORE_CA_FILE, unless the URL names its own. The result is a secret.
 */
export function eventStoreUrl(url: string, environment: Environment = process.env): string {
  const [, scheme, user, password, hosts, query] = PARTS.exec(url) ?? [];
  if (scheme === undefined)
    throw new ConfigurationError([['EVENTSTORE_URL', 'is not an esdb:// connection string']]);
  const username = user ? decodeURIComponent(user) : settingOf('EVENTSTORE_USERNAME', environment);
  const secret = user ? decodeURIComponent(password ?? '') : settingOf('EVENTSTORE_PASSWORD', environment);
  if ((username === undefined) !== (secret === undefined)) {
    const missing = username === undefined ? 'EVENTSTORE_USERNAME' : 'EVENTSTORE_PASSWORD';
    throw new ConfigurationError([[missing, 'required, because only one of user and password is set']]);
  }
  const options = new URLSearchParams(query);
  const certificate = options.get('tlsCAFile') ?? environment.EVENTSTORE_CA_FILE;
  const isSecure = options.get('tls') !== 'false';
  if (certificate && isSecure) {
    options.set('tlsCAFile', path.resolve(certificate));
    contentOf('EVENTSTORE_CA_FILE', certificate);
  }
  const userInfo =
    username === undefined ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(secret ?? '')}@`;
  const parameters = [...options].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${scheme}${userInfo}${hosts}${parameters === '' ? '' : `?${parameters}`}`;
}

/** Creates the client through which every process, command and tool uses the event store. */
export function openEventStore(url: string, environment?: Environment): EventStoreDBClient {
  const complete = eventStoreUrl(url, environment);
  const [, , user, password] = PARTS.exec(complete) ?? [];
  const credentials =
    user === undefined
      ? ONE_CALL_PER_APPEND
      : { username: decodeURIComponent(user), password: decodeURIComponent(password ?? '') };
  const client = clientAt(complete);
  const append = client.appendToStream.bind(client);
  client.appendToStream = (stream, events, options) => append(stream, events, { credentials, ...options });
  return client;
}

/** Runs `work` with a client of its own; explains a refusal by the event store. */
export async function withEventStore<Value>(
  url: string,
  work: (client: EventStoreDBClient) => Promise<Value>,
): Promise<Value> {
  const client = openEventStore(url);
  try {
    return await work(client);
  } catch (error) {
    throw eventStoreRefusal(error) ?? error;
  } finally {
    await client.dispose();
  }
}

/** Waits until the event store answers a read of the log. Throws an EventStoreRefusedError without retrying. */
export async function waitForEventStore(
  client: EventStoreDBClient,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  await retryUntilReady('the event store', log, signal, async () => {
    try {
      const events = client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 });
      events.on('error', () => undefined); // the retry loop throws the same error
      for await (const _ of events);
    } catch (error) {
      throw eventStoreRefusal(error) ?? error;
    }
  });
}

/** Returns an EventStoreRefusedError if a retry cannot help; undefined for every other error. */
export function eventStoreRefusal(error: unknown): EventStoreRefusedError | undefined {
  if (error instanceof EventStoreRefusedError) return error;
  if (!(error instanceof Error && isCommandError(error))) return undefined;
  if (error.type === ErrorType.ACCESS_DENIED) {
    return new EventStoreRefusedError(
      'The event store rejects the user or password, or the user lacks rights; set EVENTSTORE_USERNAME and EVENTSTORE_PASSWORD as docs/event-store.md describes',
      { cause: error },
    );
  }
  if (error.type === ErrorType.UNAVAILABLE && UNTRUSTED.test(error.message)) {
    return new EventStoreRefusedError(
      'The certificate of the event store is not trusted; set EVENTSTORE_CA_FILE to the file of its certificate authority',
      { cause: error },
    );
  }
  return undefined;
}

function clientAt(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    // The client's own message quotes the connection string, password included.
    throw new ConfigurationError([['EVENTSTORE_URL', 'is not a valid connection string']]);
  }
}
