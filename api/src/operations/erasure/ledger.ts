import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import type pg from 'pg';

/** File in DATA_DIR that backups exclude, so erased data stays erased after a restore. */
export const LEDGER_FILE = 'erasures.ndjson';
const fileIn = (dataDir: string) => path.join(dataDir, LEDGER_FILE);

/** Records the subjects whose keys are about to be destroyed. */
export async function recordErasure(dataDir: string, subjects: readonly string[]): Promise<void> {
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

/** Returns whether one of these subjects has a key, and therefore data that is not erased. */
export async function hasPersonalData(db: pg.Pool, subjects: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM api.subject_key WHERE subject = ANY($1) LIMIT 1', [
    subjects,
  ]);
  return (rowCount ?? 0) > 0;
}

/** Destroys the keys of these subjects and prevents new ones; returns the number destroyed. */
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
 * Returns the subjects of all recorded erasures. Rejects if the ledger exists but cannot be read, since the keys of its
 * subjects must stay destroyed.
 */
export async function readLedger(dataDir: string): Promise<string[]> {
  return subjectsIn(String((await readFileIfExists(fileIn(dataDir))) ?? ''));
}

/** Returns the subjects in the text of a ledger. Throws if a line is not an erasure. */
export const subjectsIn = (ledger: string): string[] =>
  ledger
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { subject } = JSON.parse(line) as { subject?: unknown };
      if (typeof subject !== 'string') throw new TypeError('a line names no subject');
      return subject;
    });
