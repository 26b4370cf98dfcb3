import { actor, classification, EVERYONE } from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { type ScoringModel, scoringModel } from '@landline/scoring-engine';
import type { PastFact } from '@landline/scoring-engine/history/candidate-past';
import type { PastJudgement } from '@landline/scoring-engine/history/past-dataset';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

const LIVE = sql.fragment`(SELECT live_generation FROM read.projector WHERE name = 'history')`;
const END = 2n ** 63n - 1n;

const happened = { position: z.bigint(), happened_at: z.number(), done_by: actor };
const placed = ({ position, happened_at, done_by }: z.infer<z.ZodObject<typeof happened>>) => ({
  position,
  at: new Date(happened_at).toISOString(),
  by: done_by,
});

const storedRun = z.object({ scope: z.string(), model_hash: z.string(), as_of: z.bigint(), ...happened });
export type Run = Pick<z.infer<typeof storedRun>, 'scope' | 'model_hash' | 'as_of' | 'position'> &
  ReturnType<typeof placed>;

/**
 * The last runs before a position whose scores a scope read, oldest first: its own, and everyone's until it had its own.
 */
export async function runsOf(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
  before: bigint | undefined,
  limit: number,
): Promise<Run[]> {
  const rows = await db.any(sql.type(storedRun)`
    SELECT scope, model_hash, as_of, position, happened_at, done_by FROM read.finished_run
    WHERE generation = ${LIVE} AND dataset_key = ${datasetKey} AND position < ${before ?? END}
      AND (scope = ${scope} OR scope = ${EVERYONE} AND position < coalesce((
        SELECT min(position) FROM read.finished_run
        WHERE generation = ${LIVE} AND dataset_key = ${datasetKey} AND scope = ${scope}
      ), ${END}))
    ORDER BY position DESC LIMIT ${limit}
  `);
  return rows.map((row) => ({ ...row, ...placed(row) })).reverse();
}

export async function hasOwnRunBefore(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
  position: bigint,
): Promise<boolean> {
  return await db.exists(sql.unsafe`
    SELECT 1 FROM read.finished_run
    WHERE generation = ${LIVE} AND dataset_key = ${datasetKey} AND scope = ${scope} AND position < ${position}
  `);
}

const storedJudgement = z.object({
  scope: z.string(),
  classification: classification.nullable(),
  factor_ids: z.array(z.string()),
  ...happened,
});

/** What was said of a candidate in a scope and for everyone. */
export async function judgementsOf(
  db: CommonQueryMethods,
  candidateId: string,
  scope: string,
  before: bigint | undefined,
): Promise<PastFact[]> {
  const rows = await db.any(sql.type(storedJudgement)`
    SELECT scope, classification, factor_ids, position, happened_at, done_by FROM read.judgement
    WHERE generation = ${LIVE} AND candidate_id = ${candidateId} AND scope IN (${scope}, ${EVERYONE})
      AND position < ${before ?? END}
  `);
  return rows.map((row) => ({
    ...placed(row),
    fact: 'judged',
    scope: row.scope,
    judgement: row.classification && { classification: row.classification, factorIds: row.factor_ids },
  }));
}

/** What was last said up to a position, in a scope and for everyone, of each candidate of any dataset, oldest first. */
export async function lastJudgements(
  db: CommonQueryMethods,
  scope: string,
  upTo: bigint,
): Promise<PastJudgement[]> {
  const rows = await db.any(sql.type(storedJudgement.extend({ candidate_id: z.string() }))`
    SELECT * FROM (
      SELECT DISTINCT ON (candidate_id, scope)
        candidate_id, scope, classification, factor_ids, position, happened_at, done_by
      FROM read.judgement
      WHERE generation = ${LIVE} AND scope IN (${scope}, ${EVERYONE}) AND position <= ${upTo}
      ORDER BY candidate_id, scope, position DESC
    ) AS last ORDER BY position
  `);
  return rows.map(({ candidate_id, scope: of, classification, factor_ids, position }) => ({
    scope: of,
    candidateId: candidate_id,
    judgement: classification && { classification, factorIds: factor_ids },
    position,
  }));
}

const storedModel = z.object({
  scope: z.string(),
  model_hash: z.string(),
  fingerprint: z.string(),
  // Checked when it was published.
  learned: z.custom<{ adu: ScoringModel['adu']['learned']; ios: ScoringModel['ios']['learned'] }>(),
  judgements: z.number().nullable(),
  ...happened,
});

/** Every time that these models were published to a scope or to everyone. */
export async function modelsOf(
  db: CommonQueryMethods,
  scope: string,
  hashes: readonly string[],
): Promise<PastFact[]> {
  const rows = await db.any(sql.type(storedModel)`
    SELECT scope, model_hash, fingerprint, learned, judgements, position, happened_at, done_by
    FROM read.published_model
    WHERE generation = ${LIVE} AND scope IN (${scope}, ${EVERYONE})
      AND model_hash = ANY(${sql.array([...hashes], 'text')})
  `);
  const tables = await tablesOf(db, new Set(rows.map(({ fingerprint }) => fingerprint)));
  return rows.flatMap((row): PastFact[] => {
    const shared = tables.get(row.fingerprint);
    if (shared === undefined) return [];
    const { adu, ios } = row.learned;
    const model = {
      ...shared,
      adu: { ...shared.adu, learned: adu },
      ios: { ...shared.ios, learned: ios },
    };
    const { scope: of, model_hash: modelHash, judgements } = row;
    return [{ ...placed(row), fact: 'published', scope: of, modelHash, model, judgements }];
  });
}

/** Tables never change, so each is read and checked once. They are few. */
const known = new Map<string, ScoringModel>();
const REMEMBERED = 16;
const storedTables = z.object({ fingerprint: z.string(), model: z.unknown() });

async function tablesOf(
  db: CommonQueryMethods,
  fingerprints: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ScoringModel>> {
  const missing = [...fingerprints].filter((fingerprint) => !known.has(fingerprint));
  if (missing.length === 0) return known;
  const rows = await db.any(sql.type(storedTables)`
    SELECT fingerprint, model FROM read.model_tables
    WHERE generation = ${LIVE} AND fingerprint = ANY(${sql.array(missing, 'text')})
  `);
  const found = new Map([...known].filter(([fingerprint]) => fingerprints.has(fingerprint)));
  if (known.size >= REMEMBERED) known.clear();
  for (const { fingerprint, model } of rows) {
    const tables = scoringModel.parse(model);
    known.set(fingerprint, tables);
    found.set(fingerprint, tables);
  }
  return found;
}

const storedChunk = z.object({ import_id: z.string(), revision: z.bigint(), position: z.bigint() });

const mayHold = (candidateIds: readonly string[] | undefined) =>
  candidateIds === undefined
    ? sql.fragment`true`
    : sql.fragment`ids && ${sql.array(candidateIds.map(idPrefix), 'int4')}`;

/** The events of imports that may hold these candidates, or any, up to a position, oldest first. */
export async function chunksOf(
  db: CommonQueryMethods,
  datasetKey: string,
  candidateIds: readonly string[] | undefined,
  upTo: bigint,
): Promise<z.infer<typeof storedChunk>[]> {
  const chunks = await db.any(sql.type(storedChunk)`
    SELECT import_id, revision, position FROM read.imported_chunk
    WHERE generation = ${LIVE} AND dataset_key = ${datasetKey} AND position <= ${upTo}
      AND ${mayHold(candidateIds)}
    ORDER BY position
  `);
  return [...chunks];
}

const assessed = z.object({ revision: z.bigint(), position: z.bigint() });

/** The events of assessments that may hold these candidates, or any, up to a position, oldest first. */
export async function assessedChunksOf(
  db: CommonQueryMethods,
  datasetKey: string,
  candidateIds: readonly string[] | undefined,
  upTo: bigint,
): Promise<z.infer<typeof assessed>[]> {
  const chunks = await db.any(sql.type(assessed)`
    SELECT revision, position FROM read.assessed_chunk
    WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'environment')
      AND dataset_key = ${datasetKey} AND position <= ${upTo} AND ${mayHold(candidateIds)}
    ORDER BY position
  `);
  return [...chunks];
}
