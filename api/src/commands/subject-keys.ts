import { randomBytes } from 'node:crypto';
import type { ErasedKind } from '@landline/event-schemas';
import type { SubjectKeys } from '@landline/event-schemas/personal';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../errors.ts';

const row = z.object({ subject: z.string(), key: z.instanceof(Buffer) });

/** The keys of these subjects as far as they have one: a subject without one was erased. */
export async function keysOf(pool: DatabasePool, subjects: readonly string[]): Promise<SubjectKeys> {
  if (subjects.length === 0) return new Map();
  const rows = await pool.any(sql.type(row)`
    SELECT subject, key FROM api.subject_key WHERE subject = ANY(${sql.array([...subjects], 'text')})
  `);
  return new Map(rows.map(({ subject, key }) => [subject, key]));
}

/** The keys of these subjects; those that have none yet get one. */
export async function keysFor(pool: DatabasePool, subjects: readonly string[]): Promise<SubjectKeys> {
  const known = await keysOf(pool, subjects);
  // In one order everywhere, so that two writers never wait for each other.
  const missing = subjects.filter((subject) => !known.has(subject)).sort();
  if (missing.length === 0) return known;
  const fresh = missing.map(() => randomBytes(32));
  const made = await pool.any(sql.type(row)`
    INSERT INTO api.subject_key (subject, key)
    SELECT * FROM unnest(${sql.array(missing, 'text')}, ${sql.array(fresh, 'bytea')}) AS made (subject, key)
    WHERE NOT EXISTS (SELECT FROM api.erased_subject AS erased WHERE erased.subject = made.subject)
    ON CONFLICT (subject) DO NOTHING
    RETURNING subject, key
  `);
  const keys = new Map(known);
  for (const { subject, key } of made) keys.set(subject, key);
  // Another writer may have been first with some of them.
  const others = missing.filter((subject) => !keys.has(subject));
  for (const [subject, key] of await keysOf(pool, others)) keys.set(subject, key);
  if (subjects.some((subject) => !keys.has(subject)))
    throw new DomainError('rule_broken', 'PERSON_ERASED', 'The personal data of this person was erased.');
  return keys;
}

/** Those of that kind who were erased: nothing personal can be said of them again. */
export async function erasedIds(
  pool: DatabasePool,
  kind: ErasedKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const erased = await pool.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM unnest(${sql.array([...ids], 'text')}) AS id
    WHERE EXISTS (SELECT FROM api.erased_subject WHERE subject = ${`${kind}:`} || id)
  `);
  return new Set(erased);
}
