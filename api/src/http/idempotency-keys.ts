import type { Pool } from 'pg';
import { DomainError } from '../errors.ts';

const CLAIM = `
  INSERT INTO api.idempotency_key AS known (command_id, fingerprint) VALUES ($1, $2)
  ON CONFLICT (command_id) DO UPDATE SET fingerprint = known.fingerprint
  RETURNING fingerprint`;

/**
 * Notes what a key was first used for. Throws `IDEMPOTENCY_KEY_REUSED` when that was another request (DESIGN §3),
 * whichever stream that one wrote to.
 */
export async function claimKey(pg: Pool, commandId: string, fingerprint: string): Promise<void> {
  const { rows } = await pg.query<{ fingerprint: string }>(CLAIM, [commandId, fingerprint]);
  if (rows[0]?.fingerprint !== fingerprint) {
    throw new DomainError(
      'rule_broken',
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request.',
    );
  }
}
