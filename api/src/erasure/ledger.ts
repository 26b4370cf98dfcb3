import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { readIfThere } from '../if-there.ts';

/** In DATA_DIR, and in no backup: what was erased stays erased in whatever is restored beside it. */
export const LEDGER_FILE = 'erasures.ndjson';
const fileIn = (dataDir: string) => path.join(dataDir, LEDGER_FILE);

/** Notes which keys are destroyed, before they are. */
export async function noteErasure(dataDir: string, subjects: readonly string[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = await open(fileIn(dataDir), 'a', 0o600);
  try {
    const at = new Date().toISOString();
    await file.write(subjects.map((subject) => `${JSON.stringify({ subject, at })}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Destroys the keys of these subjects, and sees to it that none is made again. */
export async function destroyKeys(db: pg.Pool | pg.Client, subjects: readonly string[]): Promise<number> {
  const { rowCount } = await db.query(
    `WITH erased AS (
       INSERT INTO api.erased_subject (subject) SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING)
     DELETE FROM api.subject_key WHERE subject = ANY($1)`,
    [subjects],
  );
  return rowCount ?? 0;
}

/**
 * Destroys again what the ledger says was destroyed: after a restore its keys would be back. Returns how many were.
 * Rejects when there is a ledger that cannot be read: what is in it must not come back.
 */
export async function applyLedger(dataDir: string, db: pg.Pool | pg.Client): Promise<number> {
  const ledger = await readIfThere(fileIn(dataDir));
  const subjects = String(ledger ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { subject: string }).subject);
  return subjects.length === 0 ? 0 : destroyKeys(db, subjects);
}
