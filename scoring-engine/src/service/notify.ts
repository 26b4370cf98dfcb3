import type pg from 'pg';

/** What readers are told of: the scores they see, or the progress of runs. */
export interface Moved {
  readonly model: 'scores' | 'runs';
  readonly logId: string;
  readonly position: bigint;
  /** The clients whose screens may have changed; null: everybody's. */
  readonly clientIds: readonly string[] | null;
  /** False: only the position is news, what readers see is what it was. */
  readonly changed?: boolean;
}

/** A notification holds 8,000 bytes: beyond this many clients everybody is told. */
const MAX_CLIENT_IDS = 100;

/** What the notification says. */
export function movedPayload({ clientIds, position, ...rest }: Moved): string {
  const told = clientIds !== null && clientIds.length > MAX_CLIENT_IDS ? null : clientIds;
  return JSON.stringify({ ...rest, position: String(position), clientIds: told });
}

/** Delivered when the transaction commits. Before the first event there is nothing to tell. */
export async function notifyMoved(client: pg.PoolClient, moved: Moved): Promise<void> {
  if (moved.position < 0n) return;
  await client.query(`SELECT pg_notify('read_model_moved', $1)`, [movedPayload(moved)]);
}
