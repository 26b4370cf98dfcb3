import os from 'node:os';
import { openEventStore, waitForEventStore } from '@landline/runtime/event-store/connection';
import { parseEnvironment, VARIABLES } from '@landline/runtime/process/environment';
import { pause } from '@landline/runtime/process/pause';
import { trackProgress } from '@landline/runtime/process/progress';
import { runProcess } from '@landline/runtime/process/run-process';
import { z } from 'zod';
import { anchorLog } from './anchor.ts';
import { signingKey } from './signing.ts';

const environment = z.object({
  EVENTSTORE_URL: VARIABLES.EVENTSTORE_URL,
  /** Directory of the signing key and of the last anchor's position. */
  DATA_DIR: VARIABLES.DATA_DIR,
  /** Private signing key, Ed25519 as PKCS #8 in PEM; if unset, one is created and stored in DATA_DIR. */
  ANCHOR_KEY: z.string().optional(),
  /** Maximum time that events stay without an anchor, in milliseconds. */
  ANCHOR_EVERY_MS: z.coerce.number().int().min(100).default(5_000),
  LOG_LEVEL: VARIABLES.LOG_LEVEL,
});

await runProcess(
  'anchor',
  () => parseEnvironment(environment),
  async ({ EVENTSTORE_URL, DATA_DIR, ANCHOR_KEY, ANCHOR_EVERY_MS }, log, signal) => {
    os.setPriority(10); // at a lower priority than the processes that serve requests
    const key = await signingKey(DATA_DIR, ANCHOR_KEY);
    const client = openEventStore(EVENTSTORE_URL);

    await waitForEventStore(client, log, signal);

    const progress = trackProgress();
    async function anchorUntilAborted(): Promise<void> {
      while (!signal.aborted) {
        try {
          const anchors = await anchorLog({ client, key, dataDir: DATA_DIR });
          progress.followed();
          if (anchors > 0) log.debug({ event: 'anchor.written', anchors }, 'Anchored the event log');
        } catch (error) {
          if (signal.aborted) break;
          progress.failed(error);
          log.warn({ event: 'anchor.failed', err: error }, 'Could not anchor the event log; retrying');
        }
        await pause(ANCHOR_EVERY_MS, signal);
      }
    }
    return { finished: anchorUntilAborted() };
  },
);
