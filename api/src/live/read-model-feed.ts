import { EventEmitter, setMaxListeners } from 'node:events';
import { pause } from '@landline/event-schemas/pause';
import {
  SCORES_WRITTEN_CHANNEL,
  type ScoresWritten,
  scoresWritten,
} from '@landline/scoring-engine/scores-written';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { SESSION_ENDED_CHANNEL } from '../identity/sessions.ts';
import { SESSION_CHANGED_CHANNEL } from '../impersonation/impersonations.ts';
import {
  type CausedNotification,
  causedNotification,
  NOTIFICATION_CHANNEL,
} from '../notifications/channel.ts';

/** What a projector or the scoring engine notifies after a commit. */
const movedNotice = z.object({
  model: z.string(),
  logId: z.string(),
  position: z.string().regex(/^\d+$/),
  /** Tenants concerned; null: everybody may care. */
  clientIds: z.array(z.string()).nullable(),
  /** False: it has passed events that meant nothing to it, and shows what it showed. */
  changed: z.boolean().default(true),
});
export type MovedNotice = z.infer<typeof movedNotice>;

interface FeedEvents {
  moved: [MovedNotice];
  sessionEnded: [sessionId: string];
  /** It acts as somebody else from now on. */
  sessionChanged: [sessionId: string];
  notified: [CausedNotification];
  /** Scores that lists are about to be made from. */
  scoresWritten: [ScoresWritten];
  /** A connection was made, or made again: what was notified in between is lost. */
  connected: [];
  /** The process is about to end. */
  stopped: [];
}

/** The process's one LISTEN connection: what moved, who was signed out, what people are told. */
export interface ReadModelFeed {
  readonly events: EventEmitter<FeedEvents>;
  stop(): Promise<void>;
}

const MOVED_CHANNEL = 'read_model_moved';
const OTHER_CHANNELS = [
  SESSION_ENDED_CHANNEL,
  SESSION_CHANGED_CHANNEL,
  NOTIFICATION_CHANNEL,
  SCORES_WRITTEN_CHANNEL,
];
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
/** A connection that does not answer for so long is taken for dead. */
const PROBE_MS = 30_000;
const ANSWER_MS = 5_000;

/** Listens for as long as the process lives, over every loss of its connection. */
export function startReadModelFeed(url: string, log: Logger): ReadModelFeed {
  const events = new EventEmitter<FeedEvents>();
  setMaxListeners(0, events);
  const stopping = new AbortController();

  function received({ channel, payload = '' }: pg.Notification): void {
    if (channel === SESSION_ENDED_CHANNEL) {
      events.emit('sessionEnded', payload);
      return;
    }
    if (channel === SESSION_CHANGED_CHANNEL) {
      events.emit('sessionChanged', payload);
      return;
    }
    if (channel === NOTIFICATION_CHANNEL) {
      const caused = causedNotification.safeParse(parseJson(payload));
      if (caused.success) events.emit('notified', caused.data);
      else log.error({ payload }, 'An unreadable notification');
      return;
    }
    if (channel === SCORES_WRITTEN_CHANNEL) {
      const written = scoresWritten.safeParse(parseJson(payload));
      if (written.success) events.emit('scoresWritten', written.data);
      else log.error({ payload }, 'An unreadable notice of scores');
      return;
    }
    const notice = movedNotice.safeParse(parseJson(payload));
    if (notice.success) events.emit('moved', notice.data);
    else log.error({ payload }, 'An unreadable notice of a read model');
  }

  /** Listens until the connection is lost; true when it had been made. */
  async function listenOnce(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    const lost = Promise.withResolvers<unknown>();
    client.on('error', lost.resolve).on('end', () => lost.resolve(undefined));
    client.on('notification', received);
    const stop = () => lost.resolve(undefined);
    stopping.signal.addEventListener('abort', stop);
    let probe: NodeJS.Timeout | undefined;
    let made = false;
    try {
      await client.connect();
      await client.query(`LISTEN ${MOVED_CHANNEL}`);
      for (const channel of OTHER_CHANNELS) await client.query(`LISTEN ${channel}`);
      made = true;
      events.emit('connected');
      probe = setInterval(() => client.query('SELECT 1').catch(lost.resolve), PROBE_MS);
      const reason = await lost.promise;
      if (!stopping.signal.aborted) log.warn({ err: reason }, 'The feed of read models broke');
    } catch (error) {
      log.warn({ err: error }, 'The feed of read models cannot connect');
    } finally {
      clearInterval(probe);
      stopping.signal.removeEventListener('abort', stop);
      await client.end().catch(() => undefined);
    }
    return made;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
