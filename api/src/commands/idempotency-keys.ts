import type { Pool } from 'pg';
import { DomainError } from '../errors.ts';

const CLAIM =
  'INSERT INTO api.idempotency_key (command_id, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const FIRST_USE = 'SELECT fingerprint FROM api.idempotency_key WHERE command_id = $1';

/**
 * Notes what a key is used for. True at its first use: until now, nothing of its command was in the log. Throws
 * `IDEMPOTENCY_KEY_REUSED` when that was another request (DESIGN §3), whichever stream that one wrote to.
 */
export async function claimKey(pg: Pool, commandId: string, fingerprint: string): Promise<boolean> {
  const { rowCount } = await pg.query(CLAIM, [commandId, fingerprint]);
  if (rowCount === 1) return true;
  const { rows } = await pg.query<{ fingerprint: string }>(FIRST_USE, [commandId]);
  if (rows[0]?.fingerprint !== fingerprint) throw keyReused();
  return false;
}

export const keyReused = () =>
  new DomainError(
    'rule_broken',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request.',
  );
