import {
  type Assessment,
  assessmentsOf,
  CANDIDATE_FIELDS,
  type CandidateFeatures,
  type Classification,
  EVERYONE,
  gradeOf,
  type RecordedEvent,
  streams,
  UNKNOWN_FEATURES,
  withAssessment,
} from '@landline/event-schemas';
import { type PastClassification, PastDataset } from '@landline/scoring-engine/history/past-dataset';
import { DomainError } from '../../../platform/errors.ts';
import { scoreAt } from '../../../property/candidates/history.ts';
import {
  assessedChunksOf,
  chunksOf,
  lastClassifications,
  modelsOf,
  runsOf,
} from '../../../property/candidates/history-queries.ts';
import type { OperationsPorts } from '../../ports.ts';
import { AS_OF_PAGE_ROWS, type AsOf, LIST_TOO_LONG } from '../contract.ts';
import { decodeLogged } from '../decode-event.ts';
import { openPersonalFields } from '../open-personal-fields.ts';
import { lastUpTo } from '../queries.ts';

/** Chunks of up to a thousand candidates each. */
const MAX_CHUNKS = 1_000;

interface Chunk {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}
type Sources = Pick<OperationsPorts, 'eventStore' | 'pool'>;

/**
 * Returns a dataset's candidates as a scope's readers saw them at a time, best first. Recomputes the scores with the model
 * and the features of that time. Agrees with `landline scoring explain --at`.
 */
export async function readPastCandidates(
  sources: Sources,
  { dataset, client, at, page }: { dataset: string; client: string | undefined; at: string; page: number },
): Promise<AsOf> {
  const { pool } = sources;
  const scope = client ?? EVERYONE;
  const position = await lastUpTo(pool, at);
  const columns = ['score', 'grade', 'classification', ...CANDIDATE_FIELDS];
  if (position === null) return { at, position, total: 0, columns, rows: [] };
  const chunks = await chunksOfDataset(sources, dataset, undefined, position);
  if (chunks.length > MAX_CHUNKS) throw new DomainError('rule_broken', 'LIST_TOO_LONG', LIST_TOO_LONG);
  const pastClassifications = await lastClassifications(pool, scope, position);
  const past = await pastDatasetAt(sources, { dataset, scope, position, chunks, pastClassifications });
  const best = past.best(page * AS_OF_PAGE_ROWS).slice((page - 1) * AS_OF_PAGE_ROWS);
  const features = await featuresOf(
    sources,
    dataset,
    best.map(({ id }) => id),
    position,
  );
  const classifications = effectiveClassifications(pastClassifications, scope);
  const rows = best.map(({ id, score }): Readonly<Record<string, unknown>> => {
    const classification = classifications.get(id) ?? null;
    return { ...features.get(id), id, score, grade: gradeOf(score), classification };
  });
  return {
    at,
    position: String(position),
    total: past.size,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
  };
}

interface Snapshot {
  readonly dataset: string;
  readonly scope: string;
  readonly position: bigint;
  readonly chunks: readonly Chunk[];
  readonly pastClassifications: readonly PastClassification[];
}

async function pastDatasetAt(
  sources: Sources,
  { dataset, scope, position, chunks, pastClassifications }: Snapshot,
) {
  const past = new PastDataset();
  const apply = async (chunksToApply: readonly Chunk[]) => {
    for (const chunk of chunksToApply) {
      const event = await eventAt(sources, chunk);
      if (event) past.apply(event);
    }
  };
  const [run] = await runsOf(sources.pool, dataset, scope, position + 1n, 1);
  const isScored = (chunk: Chunk) => run !== undefined && chunk.position <= run.as_of;
  await apply(chunks.filter(isScored));
  if (run) {
    const [published] = await modelsOf(sources.pool, scope, [run.model_hash]);
    const classificationsAtRun = await lastClassifications(sources.pool, scope, run.position);
    if (published?.fact === 'published') await past.score(scope, published.model, classificationsAtRun);
  }
  await apply(chunks.filter((chunk) => !isScored(chunk)));
  const since = pastClassifications.filter((each) => run !== undefined && each.position > run.position);
  for (const id of new Set(since.map(({ candidateId }) => candidateId))) {
    if (!past.has(id)) continue;
    const score = await scoreAt(sources, { id, dataset_key: dataset }, scope, position);
    if (score !== undefined) past.correct(id, score);
  }
  return past;
}

/** Returns the classifications that apply in a scope: its own, else everyone's. */
function effectiveClassifications(
  pastClassifications: readonly PastClassification[],
  scope: string,
): Map<string, Classification> {
  const ofScope = (selectedScope: string) =>
    pastClassifications.flatMap(({ scope: from, candidateId, classification }) =>
      from === selectedScope && classification ? [[candidateId, classification.classification] as const] : [],
    );
  return new Map([...ofScope(EVERYONE), ...ofScope(scope)]);
}

/** Returns the imported and assessed features of these candidates. */
async function featuresOf(
  sources: Sources,
  dataset: string,
  ids: readonly string[],
  upTo: bigint,
): Promise<Map<string, Partial<CandidateFeatures>>> {
  const requestedIds = new Set(ids);
  const rows = new Map<string, CandidateFeatures>();
  const assessments = new Map<string, Assessment>();
  for (const chunk of await chunksOfDataset(sources, dataset, ids, upTo)) {
    const event = await eventAt(sources, chunk);
    if (event?.type === 'CandidatesImported') {
      await openPersonalFields(sources.pool, [event], true);
      for (const row of importedRows(event)) if (requestedIds.has(row.id)) rows.set(row.id, row);
    } else if (event?.type === 'CandidatesAssessed') {
      for (const each of assessmentsOf(event.data)) {
        if (requestedIds.has(each.candidate_id)) assessments.set(each.candidate_id, each);
      }
    }
  }
  return new Map([...rows].map(([id, row]) => [id, withAssessment(row, assessments.get(id))]));
}

function importedRows({ data }: RecordedEvent<'CandidatesImported'>): CandidateFeatures[] {
  const owners = new Map(data.owners.map(({ index, owner_name }) => [index, owner_name]));
  return data.rows.map((values, index) => {
    const features = Object.fromEntries(data.columns.map((column, at) => [column, values[at]]));
    // The importer writes rows in the types of `candidateFeatures`.
    return {
      ...UNKNOWN_FEATURES,
      ...features,
      owner_name: owners.get(index) ?? null,
    } as unknown as CandidateFeatures;
  });
}

/** Locates the events about a dataset's candidates, or only the given ones, oldest first. */
async function chunksOfDataset(
  { pool }: Sources,
  dataset: string,
  ids: readonly string[] | undefined,
  upTo: bigint,
): Promise<Chunk[]> {
  const [importPlaces, assessmentPlaces] = await Promise.all([
    chunksOf(pool, dataset, ids, upTo),
    assessedChunksOf(pool, dataset, ids, upTo),
  ]);
  return [
    ...importPlaces.map(({ import_id, ...place }) => ({
      ...place,
      stream: streams.datasetImport(import_id),
    })),
    ...assessmentPlaces.map((place) => ({ ...place, stream: streams.environmentAssessment(dataset) })),
  ].sort((a, b) => (a.position < b.position ? -1 : 1));
}

async function eventAt({ eventStore }: Sources, { stream, revision, position }: Chunk) {
  const storedEvent = await eventStore.readOne(stream, revision);
  return storedEvent && decodeLogged(storedEvent, position);
}
