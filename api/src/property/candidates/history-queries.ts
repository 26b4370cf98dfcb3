import { actor, classification, EVERYONE } from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { type ScoringModel, scoringModel } from '@landline/scoring-engine';
import type { PastClassification } from '@landline/scoring-engine/history/past-dataset';
import type { HistoryFact } from '@landline/scoring-engine/history/score-history';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';

const LIVE = liveGeneration('history');
const END = 2n ** 63n - 1n;

const eventColumns = { position: z.bigint(), happened_at: z.string(), done_by: actor };
const eventOrigin = ({ position, happened_at, done_by }: z.infer<z.ZodObject<typeof eventColumns>>) => ({
  position,
  at: happened_at,
  by: done_by,
});

const storedRun = z.object({ scope: z.string(), model_hash: z.string(), as_of: z.bigint(), ...eventColumns });
export type Run = Pick<z.infer<typeof storedRun>, 'scope' | 'model_hash' | 'as_of' | 'position'> &
  ReturnType<typeof eventOrigin>;

/** Returns the last scoring runs that a scope read, oldest first: everyone's until its first own run, then its own. */
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
  return rows.map((row) => ({ ...row, ...eventOrigin(row) })).reverse();
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

const storedClassification = z.object({
  scope: z.string(),
  classification: classification.nullable(),
  factor_ids: z.array(z.string()),
  ...eventColumns,
});

/** Returns the classifications and removals of a candidate in a scope and for everyone. */
export async function classificationHistory(
  db: CommonQueryMethods,
  candidateId: string,
  scope: string,
  before: bigint | undefined,
): Promise<HistoryFact[]> {
  const rows = await db.any(sql.type(storedClassification)`
    SELECT scope, classification, factor_ids, position, happened_at, done_by FROM read.judgement
    WHERE generation = ${LIVE} AND candidate_id = ${candidateId} AND scope IN (${scope}, ${EVERYONE})
      AND position < ${before ?? END}
  `);
  return rows.map((row) => ({
    ...eventOrigin(row),
    fact: 'classified',
    scope: row.scope,
    classification: row.classification && { classification: row.classification, factorIds: row.factor_ids },
  }));
}

/** Returns the latest classification or removal of each candidate up to a position, in a scope and for everyone, oldest first. */
export async function lastClassifications(
  db: CommonQueryMethods,
  scope: string,
  upTo: bigint,
): Promise<PastClassification[]> {
  const rows = await db.any(sql.type(storedClassification.extend({ candidate_id: z.string() }))`
    SELECT * FROM (
      SELECT DISTINCT ON (candidate_id, scope)
        candidate_id, scope, classification, factor_ids, position, happened_at, done_by
      FROM read.judgement
      WHERE generation = ${LIVE} AND scope IN (${scope}, ${EVERYONE}) AND position <= ${upTo}
      ORDER BY candidate_id, scope, position DESC
    ) AS last ORDER BY position
  `);
  return rows.map(({ candidate_id, scope: rowScope, classification, factor_ids, position }) => ({
    scope: rowScope,
    candidateId: candidate_id,
    classification: classification && { classification, factorIds: factor_ids },
    position,
  }));
}

const storedModel = z.object({
  scope: z.string(),
  model_hash: z.string(),
  fingerprint: z.string(),
  // Validated when it was published.
  learned: z.custom<{ adu: ScoringModel['adu']['learned']; ios: ScoringModel['ios']['learned'] }>(),
  judgements: z.number().nullable(),
  ...eventColumns,
});

/** Returns the publications of models to a scope or to everyone. */
export async function modelsOf(
  db: CommonQueryMethods,
  scope: string,
  hashes: readonly string[],
): Promise<HistoryFact[]> {
  const rows = await db.any(sql.type(storedModel)`
    SELECT scope, model_hash, fingerprint, learned, judgements, position, happened_at, done_by
    FROM read.published_model
    WHERE generation = ${LIVE} AND scope IN (${scope}, ${EVERYONE})
      AND model_hash = ANY(${sql.array([...hashes], 'text')})
  `);
  const tables = await tablesOf(db, new Set(rows.map(({ fingerprint }) => fingerprint)));
  return rows.flatMap((row): HistoryFact[] => {
    const shared = tables.get(row.fingerprint);
    if (shared === undefined) return [];
    const { adu, ios } = row.learned;
    const model = {
      ...shared,
      adu: { ...shared.adu, learned: adu },
      ios: { ...shared.ios, learned: ios },
    };
    const { scope: modelScope, model_hash: modelHash, judgements } = row;
    return [
      { ...eventOrigin(row), fact: 'published', scope: modelScope, modelHash, model, trainedOn: judgements },
    ];
  });
}

/** Cache of model tables, which are few and never change. */
const cachedTables = new Map<string, ScoringModel>();
const MAX_CACHED = 16;
const storedTables = z.object({ fingerprint: z.string(), model: z.unknown() });

async function tablesOf(
  db: CommonQueryMethods,
  fingerprints: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ScoringModel>> {
  const tablesByFingerprint = new Map(
    [...cachedTables].filter(([fingerprint]) => fingerprints.has(fingerprint)),
  );
  const missingFingerprints = [...fingerprints.difference(tablesByFingerprint)];
  if (missingFingerprints.length === 0) return tablesByFingerprint;
  const rows = await db.any(sql.type(storedTables)`
    SELECT fingerprint, model FROM read.model_tables
    WHERE generation = ${LIVE} AND fingerprint = ANY(${sql.array(missingFingerprints, 'text')})
  `);
  if (cachedTables.size >= MAX_CACHED) cachedTables.clear();
  for (const { fingerprint, model } of rows) {
    const tables = scoringModel.parse(model);
    cachedTables.set(fingerprint, tables);
    tablesByFingerprint.set(fingerprint, tables);
  }
  return tablesByFingerprint;
}

const storedChunk = z.object({ import_id: z.string(), revision: z.bigint(), position: z.bigint() });

const mayContain = (candidateIds: readonly string[] | undefined) =>
  candidateIds === undefined
    ? sql.fragment`true`
    : sql.fragment`ids && ${sql.array(candidateIds.map(idPrefix), 'int4')}`;

/** Returns import events up to a position, oldest first: those that may contain the candidates, or all without ids. */
export const chunksOf = (
  db: CommonQueryMethods,
  datasetKey: string,
  candidateIds: readonly string[] | undefined,
  upTo: bigint,
): Promise<readonly z.infer<typeof storedChunk>[]> =>
  db.any(sql.type(storedChunk)`
    SELECT import_id, revision, position FROM read.imported_chunk
    WHERE generation = ${LIVE} AND dataset_key = ${datasetKey} AND position <= ${upTo}
      AND ${mayContain(candidateIds)}
    ORDER BY position
  `);

const storedAssessedChunk = z.object({ revision: z.bigint(), position: z.bigint() });

/** Returns assessment events up to a position, oldest first: those that may contain the candidates, or all without ids. */
export const assessedChunksOf = (
  db: CommonQueryMethods,
  datasetKey: string,
  candidateIds: readonly string[] | undefined,
  upTo: bigint,
): Promise<readonly z.infer<typeof storedAssessedChunk>[]> =>
  db.any(sql.type(storedAssessedChunk)`
    SELECT revision, position FROM read.assessed_chunk
    WHERE generation = ${liveGeneration('environment')}
      AND dataset_key = ${datasetKey} AND position <= ${upTo} AND ${mayContain(candidateIds)}
    ORDER BY position
  `);
