import { EventEmitter, setMaxListeners } from 'node:events';
import { monitorConnection } from '@landline/runtime/postgres/monitored-connection';
import { pause } from '@landline/runtime/process/pause';
import {
  SCORES_WRITTEN_CHANNEL,
  type ScoresWritten,
  scoresWritten,
} from '@landline/scoring-engine/scores-written';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type CausedNotification, causedNotification, NOTIFICATION_CHANNEL } from './notification-channel.ts';
import { SESSION_CHANGED_CHANNEL, SESSION_ENDED_CHANNEL } from './session-channels.ts';

/** PostgreSQL notification that a projector or the scoring engine sends after a commit. */
const movedNotice = z.object({
  model: z.string(),
  logId: z.string(),
  position: z.string().regex(/^\d+$/),
  /** Affected clients; null for all. */
  clientIds: z.array(z.string()).nullable(),
  /** False if only the position moved and no row changed. */
  changed: z.boolean().default(true),
  /** True if an event was parked. */
  parked: z.boolean().default(false),
});
export type MovedNotice = z.infer<typeof movedNotice>;

interface FeedEvents {
  moved: [MovedNotice];
  sessionEnded: [sessionId: string];
  /** Impersonation started or ended. */
  sessionChanged: [sessionId: string];
  notified: [CausedNotification];
  scoresWritten: [ScoresWritten];
  /** Connected or reconnected. PostgreSQL notifications sent while disconnected are lost. */
  connected: [];
  stopped: [];
}

/** The process's only LISTEN connection. */
export interface ReadModelFeed {
  readonly events: EventEmitter<FeedEvents>;
  stop(): Promise<void>;
}

const CHANNELS = [
  'read_model_moved',
  SESSION_ENDED_CHANNEL,
  SESSION_CHANGED_CHANNEL,
  NOTIFICATION_CHANNEL,
  SCORES_WRITTEN_CHANNEL,
];
/** Application name of the connection in `pg_stat_activity`. */
export const FEED_NAME = 'landline read model feed';
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
const CONNECT_MS = 5_000;

/** Listens until stopped; reconnects after every loss of the connection. */
export function startReadModelFeed(url: string, log: Logger): ReadModelFeed {
  const events = new EventEmitter<FeedEvents>();
  setMaxListeners(0, events);
  const stopping = new AbortController();

  function parse<T>(schema: z.ZodType<T>, channel: string, payload: string): T | undefined {
    const result = schema.safeParse(parseJson(payload));
    if (!result.success) {
      const issues = result.error.issues.map(({ code, path }) => `${path.join('.')}: ${code}`);
      log.error(
        { event: 'feed.invalid_payload', channel, issues },
        'Ignoring a malformed PostgreSQL notification',
      );
    }
    return result.data;
  }

  function handleNotification({ channel, payload = '' }: pg.Notification): void {
    if (channel === SESSION_ENDED_CHANNEL) events.emit('sessionEnded', payload);
    else if (channel === SESSION_CHANGED_CHANNEL) events.emit('sessionChanged', payload);
    else if (channel === NOTIFICATION_CHANNEL) {
      const notification = parse(causedNotification, channel, payload);
      if (notification) events.emit('notified', notification);
    } else if (channel === SCORES_WRITTEN_CHANNEL) {
      const message = parse(scoresWritten, channel, payload);
      if (message) events.emit('scoresWritten', message);
    } else {
      const notice = parse(movedNotice, channel, payload);
      if (notice) events.emit('moved', notice);
    }
  }

  /** Listens until the connection is lost. Returns whether it was established. */
  async function listenOnce(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: FEED_NAME,
    });
    client.on('notification', handleNotification);
    let isConnected = false;
    try {
      const { lost, close } = await monitorConnection(client, stopping.signal);
      try {
        for (const channel of CHANNELS) await client.query(`LISTEN ${channel}`);
        isConnected = true;
        events.emit('connected');
        await aborted(AbortSignal.any([lost, stopping.signal]));
        lost.throwIfAborted();
      } finally {
        await close();
      }
    } catch (error) {
      if (!stopping.signal.aborted) {
        log.warn(
          { event: 'feed.connection_failed', err: error },
          'Could not open or keep the LISTEN connection to PostgreSQL; reconnecting',
        );
      }
    }
    return isConnected;
  }

  const running = (async () => {
    let delay = FIRST_DELAY_MS;
    while (!stopping.signal.aborted) {
      delay = (await listenOnce()) ? FIRST_DELAY_MS : Math.min(delay * 2, MAX_DELAY_MS);
      await pause(delay, stopping.signal);
    }
  })();

  return {
    events,
    async stop() {
      stopping.abort();
      events.emit('stopped');
      await running;
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema rejects it
  }
}
