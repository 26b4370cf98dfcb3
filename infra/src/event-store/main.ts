import { once } from 'node:events';
import { loggedError } from '@landline/event-schemas/logged-error';
import { toldToEnd } from '@landline/event-schemas/told-to-end';
import pino from 'pino';
import { z } from 'zod';
import { startEventStore } from './server.ts';

const environment = z.object({
  EVENTSTORE_DATABASE_URL: z.url(),
  EVENTSTORE_HOST: z.string().default('127.0.0.1'),
  EVENTSTORE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.string().default('info'),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  process.stderr.write(`${z.prettifyError(parsed.error)}\n`);
  process.exit(1);
}
const { EVENTSTORE_DATABASE_URL, EVENTSTORE_HOST, EVENTSTORE_PORT, LOG_LEVEL } = parsed.data;
const log = pino({ name: 'event-store', level: LOG_LEVEL, serializers: { err: loggedError } });
const signal = toldToEnd(log);

try {
  const eventStore = await startEventStore({
    databaseUrl: EVENTSTORE_DATABASE_URL,
    host: EVENTSTORE_HOST,
    port: EVENTSTORE_PORT,
    log,
  });
  const { url, port } = eventStore;
  log.info({ url }, 'listening');
  process.send?.({ ready: true, url, port });
  if (!signal.aborted) await once(signal, 'abort');
  await eventStore.close();
  process.exit(0);
} catch (error) {
  log.fatal({ err: error }, 'ended by a failure');
  process.exit(1);
}
