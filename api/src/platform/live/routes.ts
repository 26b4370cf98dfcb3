import type { PassThrough } from 'node:stream';
import { openEventStream } from '../http/event-stream.ts';
import { type Route, route } from '../http/route.ts';
import type { Authenticator, Session } from '../http/session.ts';
import type { PlatformPorts } from '../ports.ts';
import type { MovedEvent } from './contract.ts';
import type { CausedNotification } from './notification-channel.ts';
import type { MovedNotice, ReadModelFeed } from './read-model-feed.ts';
import type { ReadModelPositions } from './read-model-positions.ts';

/**
 * Interval of heartbeats, which keep proxies from closing an idle connection and detect expired sessions; in
 * milliseconds.
 */
const HEARTBEAT_MS = 15_000;
/** Number of notifications kept for a slow browser; older ones are dropped. */
const MAX_PENDING_NOTIFICATIONS = 20;
/** The browser's reconnection delay, in milliseconds. */
const RECONNECT_MS = 2_000;

type LivePorts = Pick<PlatformPorts, 'logId'> & {
  sessions: Pick<Authenticator, 'isOpen'>;
  feed: ReadModelFeed;
  positions: ReadModelPositions;
};

export function liveRoutes(ports: LivePorts): Route[] {
  return [
    route.get('/api/live', {
      may: 'signed-in',
      summary: 'Server-sent events: changed read models and notifications',
      handle({ ctx, session }) {
        sendEvents(openEventStream(ctx), session, ports);
      },
    }),
  ];
}

/**
 * Writes until the browser disconnects or the session ends. Pending events of a slow browser are merged: at most one per read
 * model.
 */
function sendEvents(
  stream: PassThrough,
  session: Session,
  { sessions, feed, positions, logId }: LivePorts,
): void {
  const pending = new Map<string, MovedEvent>();
  const pendingNotifications: CausedNotification['notification'][] = [];
  let isDrained = true;

  function flush(): void {
    // Events between the stream's end and its closing go to the next connection.
    if (!stream.writable) return;
    for (const [model, event] of pending) {
      if (!isDrained) return;
      pending.delete(model);
      isDrained = stream.write(`event: moved\ndata: ${JSON.stringify(event)}\n\n`);
    }
    while (isDrained && pendingNotifications.length > 0) {
      isDrained = stream.write(
        `event: notification\ndata: ${JSON.stringify(pendingNotifications.shift())}\n\n`,
      );
    }
  }

  function sendNotification({ notification, clientMessage, actorId }: CausedNotification): void {
    // The actor already got a response.
    if (actorId === session.actor.id) return;
    if (!concerns({ clientIds: [notification.clientId] }, session)) return;
    const isForClient = session.actor.role === 'ClientUser' && clientMessage !== undefined;
    pendingNotifications.push({ ...notification, ...(isForClient && { message: clientMessage }) });
    if (pendingNotifications.length > MAX_PENDING_NOTIFICATIONS) pendingNotifications.shift();
    flush();
  }

  function sendMoved(notice: MovedNotice): void {
    if (!notice.changed || !concerns(notice, session)) return;
    pending.set(notice.model, { model: notice.model, logId: notice.logId, position: notice.position });
    flush();
  }

  // NOTIFY messages sent while the feed was down are lost, so every model may have moved.
  function sendAllPositions(): void {
    for (const [model, position] of positions.all()) {
      pending.set(model, { model, logId, position: String(position) });
    }
    flush();
  }

  const close = () => stream.end();
  const end = () => stream.end('event: session-ended\ndata: {}\n\n');
  const endIfSame = (id: string) => {
    if (id === session.id) end();
  };
  // The browser reconnects under its new identity.
  const closeIfSame = (id: string) => {
    if (id === session.id) close();
  };

  const heartbeat = setInterval(async () => {
    // If the database does not respond, the next heartbeat checks again.
    if (await sessions.isOpen(session.id).catch(() => true)) {
      if (isDrained && stream.writable) isDrained = stream.write(': alive\n\n');
    } else end();
  }, HEARTBEAT_MS);

  feed.events.on('moved', sendMoved).on('connected', sendAllPositions);
  feed.events.on('notified', sendNotification).on('sessionChanged', closeIfSame);
  feed.events.on('sessionEnded', endIfSame).on('stopped', close);
  stream.on('drain', () => {
    isDrained = true;
    flush();
  });
  stream.once('close', () => {
    clearInterval(heartbeat);
    feed.events.off('moved', sendMoved).off('connected', sendAllPositions);
    feed.events.off('notified', sendNotification).off('sessionChanged', closeIfSame);
    feed.events.off('sessionEnded', endIfSame).off('stopped', close);
  });
  stream.write(`retry: ${RECONNECT_MS}\n\n`);
}

/**
 * Returns whether an event concerns the receiver: staff receive every event, client users those that concern all clients
 * or their own.
 */
function concerns({ clientIds }: Pick<MovedNotice, 'clientIds'>, { actor }: Session): boolean {
  if (actor.role !== 'ClientUser' || clientIds === null) return true;
  return actor.clientId !== undefined && clientIds.includes(actor.clientId);
}
