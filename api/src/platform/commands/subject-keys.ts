import { randomBytes } from 'node:crypto';
import type { ErasedKind } from '@landline/event-schemas';
import type { SubjectKeys } from '@landline/runtime/crypto/personal-data';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../errors.ts';

const row = z.object({ subject: z.string(), key: z.instanceof(Buffer) });

/** Reads the subjects' keys; erased subjects have none. */
export async function readKeys(pool: DatabasePool, subjects: readonly string[]): Promise<SubjectKeys> {
  if (subjects.length === 0) return new Map();
  const rows = await pool.any(sql.type(row)`
    SELECT subject, key FROM api.subject_key WHERE subject = ANY(${sql.array([...subjects], 'text')})
  `);
  return new Map(rows.map(({ subject, key }) => [subject, key]));
}

/** Reads the subjects' keys and creates missing ones. Throws `PERSON_ERASED`. */
export async function ensureKeys(pool: DatabasePool, subjects: readonly string[]): Promise<SubjectKeys> {
  const existingKeys = await readKeys(pool, subjects);
  // Sorted, so that concurrent writers cannot deadlock.
  const subjectsWithoutKey = subjects.filter((subject) => !existingKeys.has(subject)).sort();
  if (subjectsWithoutKey.length === 0) return existingKeys;
  const newKeys = subjectsWithoutKey.map(() => randomBytes(32));
  const createdRows = await pool.any(sql.type(row)`
    INSERT INTO api.subject_key (subject, key)
    SELECT * FROM unnest(${sql.array(subjectsWithoutKey, 'text')}, ${sql.array(newKeys, 'bytea')}) AS created (subject, key)
    WHERE NOT EXISTS (SELECT FROM api.erased_subject AS erased WHERE erased.subject = created.subject)
    ON CONFLICT (subject) DO NOTHING
    RETURNING subject, key
  `);
  const keys = new Map(existingKeys);
  for (const { subject, key } of createdRows) keys.set(subject, key);
  // Another writer may have created some of the missing keys first.
  const others = subjectsWithoutKey.filter((subject) => !keys.has(subject));
  for (const [subject, key] of await readKeys(pool, others)) keys.set(subject, key);
  const erasedSubjects = subjects.filter((subject) => !keys.has(subject));
  if (erasedSubjects.length > 0) {
    throw new DomainError('rule_broken', 'PERSON_ERASED', 'The personal data of this person was erased.', {
      data: { subjects: erasedSubjects },
    });
  }
  return keys;
}

/** Returns the subset of `ids` whose personal data was erased. */
export async function erasedIds(
  pool: DatabasePool,
  kind: ErasedKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const matchingIds = await pool.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM unnest(${sql.array([...ids], 'text')}) AS id
    WHERE EXISTS (SELECT FROM api.erased_subject WHERE subject = ${`${kind}:`} || id)
  `);
  return new Set(matchingIds);
}
