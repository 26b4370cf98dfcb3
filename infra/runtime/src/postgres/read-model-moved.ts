import type { ClientBase, Pool } from 'pg';

/** Payload of a notification on channel `read_model_moved`. */
export interface ReadModelMoved<Model extends string = string> {
  readonly model: Model;
  readonly logId: string;
  readonly position: bigint;
  /** The clients whose screens may have changed; null means all clients. */
  readonly clientIds: readonly string[] | null;
  /** False when only the position moved and readers see the same rows. */
  readonly changed?: boolean;
  /** True when an event was parked. */
  readonly parked?: boolean;
}

/**
 * Maximum number of clients in a notification, whose size is limited to 8,000 bytes. With more clients, the
 * notification covers all clients.
 */
const MAX_CLIENT_IDS = 100;

export const readModelMovedPayload = ({ clientIds, position, ...others }: ReadModelMoved): string =>
  JSON.stringify({
    ...others,
    position: String(position),
    clientIds: clientIds !== null && clientIds.length > MAX_CLIENT_IDS ? null : clientIds,
  });

/** Notifies listeners when the transaction commits; does nothing before the log's first event. */
export async function notifyReadModelMoved(client: ClientBase, notification: ReadModelMoved): Promise<void> {
  if (notification.position < 0n) return;
  await client.query(`SELECT pg_notify('read_model_moved', $1)`, [readModelMovedPayload(notification)]);
}

/**
 * Notifies listeners of positions that moved without changing rows. Nothing is stored, so the commit that delivers the
 * notifications does not wait for the disk.
 */
export async function notifyPositionsMoved(
  pool: Pool,
  notifications: readonly ReadModelMoved[],
): Promise<void> {
  if (notifications.length === 0) return;
  await pool.query(
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     SELECT pg_notify('read_model_moved', payload) FROM relaxed, unnest($1::text[]) AS payload`,
    [notifications.map(readModelMovedPayload)],
  );
}
