import { PassThrough } from 'node:stream';
import type { Deps } from '../deps.ts';
import { type Route, route, type Session } from '../http/route.ts';
import type { CausedNotification } from '../notifications/channel.ts';
import type { LiveNotification } from '../notifications/contract.ts';
import type { MovedEvent } from './contract.ts';
import type { MovedNotice, ReadModelFeed } from './read-model-feed.ts';
import type { ReadModelPositions } from './read-model-positions.ts';

/** Keeps proxies from closing a quiet connection, and finds out that a session has run out. */
const HEARTBEAT_MS = 15_000;
/** A slow browser is told of the newest so many. */
const MAX_UNTOLD = 20;
/** A browser comes back so soon after it lost its connection. */
const RECONNECT_MS = 2_000;

type LiveDeps = Pick<Deps, 'sessions' | 'logId'> & { feed: ReadModelFeed; positions: ReadModelPositions };

/** GET /api/live: tells a signed-in browser which read models moved and what happened, as server-sent events (DESIGN §4). */
export function liveRoutes(deps: LiveDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/live',
      may: 'signed-in',
      summary: 'Server-sent events: which read models moved, and what people are told',
      handle({ ctx, session }) {
        const stream = new PassThrough();
        ctx.type = 'text/event-stream';
        ctx.set('Cache-Control', 'no-store, no-transform');
        ctx.set('X-Accel-Buffering', 'no');
        // Each event has to leave at once.
        ctx.compress = false;
        ctx.body = stream;
        tell(stream, session, deps);
      },
    }),
  ];
}

/**
 * Writes until the browser goes or the session ends. What a slow browser has not taken yet is folded by model, so
 * it never holds more than one event for each.
 */
function tell(stream: PassThrough, session: Session, { sessions, feed, positions, logId }: LiveDeps): void {
  const pending = new Map<string, MovedEvent>();
  const untold: LiveNotification[] = [];
  let isDrained = true;

  function flush(): void {
    // What comes between its end and its closing is the next connection's.
    if (!stream.writable) return;
    for (const [model, event] of pending) {
      if (!isDrained) return;
      pending.delete(model);
      isDrained = stream.write(`event: moved\ndata: ${JSON.stringify(event)}\n\n`);
    }
    while (isDrained && untold.length > 0) {
      isDrained = stream.write(`event: notification\ndata: ${JSON.stringify(untold.shift())}\n\n`);
    }
  }

  function notified({ notification, actorId }: CausedNotification): void {
    // Who did it was answered.
    if (actorId === session.actor.id) return;
    if (!concerns({ clientIds: [notification.clientId] }, session)) return;
    untold.push(notification);
    if (untold.length > MAX_UNTOLD) untold.shift();
    flush();
  }

  function moved(notice: MovedNotice): void {
    if (!notice.changed || !concerns(notice, session)) return;
    pending.set(notice.model, { model: notice.model, logId: notice.logId, position: notice.position });
    flush();
  }

  // What was notified while the feed was down is lost: everything may have moved.
  function reconnected(): void {
    for (const [model, position] of positions.all()) {
      pending.set(model, { model, logId, position: String(position) });
    }
    flush();
  }

  const close = () => stream.end();
  const end = () => stream.end('event: session-ended\ndata: {}\n\n');
  const sessionEnded = (id: string) => {
    if (id === session.id) end();
  };
  // The browser comes back as whom it acts as now.
  const sessionChanged = (id: string) => {
    if (id === session.id) close();
  };

  const heartbeat = setInterval(async () => {
    // When the database does not answer, the next beat asks again.
    if (await sessions.isOpen(session.id).catch(() => true)) {
      if (isDrained && stream.writable) isDrained = stream.write(': alive\n\n');
    } else end();
  }, HEARTBEAT_MS);

  feed.events.on('moved', moved).on('connected', reconnected);
  feed.events.on('notified', notified).on('sessionChanged', sessionChanged);
  feed.events.on('sessionEnded', sessionEnded).on('stopped', close);
  stream.on('drain', () => {
    isDrained = true;
    flush();
  });
  stream.once('close', () => {
    clearInterval(heartbeat);
    feed.events.off('moved', moved).off('connected', reconnected);
    feed.events.off('notified', notified).off('sessionChanged', sessionChanged);
    feed.events.off('sessionEnded', sessionEnded).off('stopped', close);
  });
  stream.write(`retry: ${RECONNECT_MS}\n\n`);
}

/** Staff care about everything; a client's user about what is everybody's or their own. */
function concerns({ clientIds }: Pick<MovedNotice, 'clientIds'>, { actor }: Session): boolean {
  if (actor.role !== 'ClientUser' || clientIds === null) return true;
  return actor.clientId !== undefined && clientIds.includes(actor.clientId);
}
