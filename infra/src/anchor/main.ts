import os from 'node:os';
import { EventStoreDBClient } from '@eventstore/db-client';
import { loggedError } from '@landline/event-schemas/logged-error';
import { pause } from '@landline/event-schemas/pause';
import { toldToEnd } from '@landline/event-schemas/told-to-end';
import pino from 'pino';
import { z } from 'zod';
import { anchorLog } from './anchor.ts';
import { signingKey } from './signing.ts';

const environment = z.object({
  EVENTSTORE_URL: z.string().startsWith('esdb'),
  /** Keeps the key, and how far the log was anchored. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** The private key that signs, Ed25519 as PKCS #8 in PEM; made and kept in DATA_DIR when not given. */
  ANCHOR_KEY: z.string().optional(),
  /** How long what happened may stay without an anchor. */
  ANCHOR_EVERY_MS: z.coerce.number().int().min(100).default(5_000),
  LOG_LEVEL: z.string().default('info'),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  process.stderr.write(`${z.prettifyError(parsed.error)}\n`);
  process.exit(1);
}
const { EVENTSTORE_URL, DATA_DIR, ANCHOR_KEY, ANCHOR_EVERY_MS, LOG_LEVEL } = parsed.data;
const log = pino({ name: 'anchor', level: LOG_LEVEL, serializers: { err: loggedError } });

const signal = toldToEnd(log);

os.setPriority(10); // whoever waits for an answer goes first
const key = await signingKey(DATA_DIR, ANCHOR_KEY);
const client = EventStoreDBClient.connectionString(EVENTSTORE_URL);
process.send?.({ ready: true });

while (!signal.aborted) {
  try {
    const anchors = await anchorLog({ client, key, dataDir: DATA_DIR });
    if (anchors > 0) log.debug({ anchors }, 'anchored');
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the log could not be anchored');
  }
  await pause(ANCHOR_EVERY_MS, signal);
}
process.exit(0);
