import type { Pool } from 'pg';
import { DomainError } from '../errors.ts';

const CLAIM =
  'INSERT INTO api.idempotency_key (command_id, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const FIRST_USE = 'SELECT fingerprint FROM api.idempotency_key WHERE command_id = $1';

/**
 * Records the request that a key identifies. Returns true at the key's first use. Throws `IDEMPOTENCY_KEY_REUSED` for a
 * different request, even if it writes to another stream.
 */
export async function claimKey(pg: Pool, commandId: string, fingerprint: string): Promise<boolean> {
  const { rowCount } = await pg.query(CLAIM, [commandId, fingerprint]);
  if (rowCount === 1) return true;
  const { rows } = await pg.query<{ fingerprint: string }>(FIRST_USE, [commandId]);
  if (rows[0]?.fingerprint !== fingerprint) throw keyReused(commandId);
  return false;
}

export const keyReused = (commandId: string) =>
  new DomainError(
    'rule_broken',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request.',
    { data: { commandId } },
  );
