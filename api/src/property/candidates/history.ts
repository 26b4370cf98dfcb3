import {
  type Actor,
  type CandidateFeatures,
  type PropertyType,
  streams,
  withAssessment,
} from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { factOf } from '@landline/scoring-engine/history/history-facts';
import { CandidateScoreHistory, type HistoryFact } from '@landline/scoring-engine/history/score-history';
import { scopeOf } from '../classification/scope.ts';
import type { PropertyPorts } from '../ports.ts';
import { namesOf } from './actor-names.ts';
import type { ScoreHistory } from './contract.ts';
import {
  assessedChunksOf,
  chunksOf,
  classificationHistory,
  hasOwnRunBefore,
  modelsOf,
  type Run,
  runsOf,
} from './history-queries.ts';

/** Scoring runs read at a time, and changes per page. */
const RUNS_PER_READ = 50;
const CHANGES_PER_PAGE = 20;

interface Candidate {
  readonly id: string;
  readonly dataset_key: string;
  readonly property_type: PropertyType;
}
type Sources = Pick<PropertyPorts, 'pool' | 'eventStore'>;

/**
 * Returns the changes of a candidate's score in the caller's scope before a position, newest first. Reads only the
 * relevant events; the result matches `landline scoring history`, which replays the event log.
 */
export async function historyOf(
  sources: Sources,
  candidate: Candidate,
  viewer: Actor,
  before?: bigint,
): Promise<ScoreHistory> {
  const { pool } = sources;
  const scope = scopeOf(viewer);
  // Reads one more run for the score before the first change.
  const runs = await runsOf(pool, candidate.dataset_key, scope, before, RUNS_PER_READ + 1);
  const [first] = runs;
  if (first === undefined) return { changes: [], older: null };
  const isCut = runs.length > RUNS_PER_READ;
  const [facts, readsOwnRuns] = await Promise.all([
    factsOf(sources, candidate, scope, runs, { before, upTo: runs.at(-1)?.as_of ?? 0n }),
    isCut ? hasOwnRunBefore(pool, candidate.dataset_key, scope, first.position) : false,
  ]);
  const past = new CandidateScoreHistory(scope, readsOwnRuns || undefined);
  const all = facts.flatMap((fact) => past.apply(fact) ?? []);
  const changes = (isCut ? all.filter(({ position }) => position !== String(first.position)) : all).reverse();
  const earlier = isCut ? first.position + 1n : null;
  if (changes.length === 0 && earlier !== null) return historyOf(sources, candidate, viewer, earlier);
  const page = changes.slice(0, CHANGES_PER_PAGE);
  const older = changes.length > CHANGES_PER_PAGE ? page.at(-1)?.position : earlier?.toString();
  const nameOf = await namesOf(
    pool,
    page.map(({ by }) => by),
    viewer,
  );
  return {
    changes: page.map(({ model_hash, by, ...change }) => ({
      ...change,
      by: { name: nameOf(by), role: by.role },
    })),
    older: older ?? null,
  };
}

/**
 * Returns a candidate's score in a scope at a position, null for N/A and undefined if it has no score. Reads only the
 * relevant events; the result matches `landline scoring explain --at`.
 */
export async function scoreAt(
  sources: Sources,
  candidate: Pick<Candidate, 'id' | 'dataset_key'>,
  scope: string,
  position: bigint,
): Promise<number | null | undefined> {
  const before = position + 1n;
  const runs = await runsOf(sources.pool, candidate.dataset_key, scope, before, 1);
  const past = new CandidateScoreHistory(scope);
  const facts = await factsOf(sources, candidate, scope, runs, { before, upTo: position });
  for (const fact of facts) past.apply(fact);
  return past.shown?.breakdown.score;
}

/** Returns a candidate's features at a position, assessments included; undefined before its import. */
export async function featuresAt(
  sources: Sources,
  candidate: Pick<Candidate, 'id' | 'dataset_key'>,
  position: bigint,
): Promise<CandidateFeatures | undefined> {
  const facts = await importsOf(sources, candidate, { from: position, upTo: position });
  const importFact = facts.find((each) => each.fact === 'imported');
  const assessmentFact = facts.find((each) => each.fact === 'assessed');
  return importFact && withAssessment(importFact.row, assessmentFact?.assessment);
}

async function factsOf(
  sources: Sources,
  candidate: Pick<Candidate, 'id' | 'dataset_key'>,
  scope: string,
  runs: readonly Run[],
  { before, upTo }: { before: bigint | undefined; upTo: bigint },
): Promise<HistoryFact[]> {
  const { pool } = sources;
  const hashes = [...new Set(runs.map(({ model_hash }) => model_hash))];
  const [imports, published, classifications] = await Promise.all([
    importsOf(sources, candidate, { from: runs[0]?.as_of ?? 0n, upTo }),
    modelsOf(pool, scope, hashes),
    classificationHistory(pool, candidate.id, scope, before),
  ]);
  const runFacts = runs.map(
    ({ position, at, by, scope: runScope, model_hash, as_of }): HistoryFact => ({
      fact: 'rescored',
      position,
      at,
      by,
      datasetKey: candidate.dataset_key,
      scope: runScope,
      modelHash: model_hash,
      asOf: as_of,
    }),
  );
  return [...imports, ...published, ...classifications, ...runFacts].sort((a, b) =>
    a.position < b.position ? -1 : a.position > b.position ? 1 : 0,
  );
}

/** Returns a candidate's imports and assessments between two positions, and the last of each before them. */
async function importsOf(
  { pool, eventStore }: Sources,
  { dataset_key, id }: Pick<Candidate, 'id' | 'dataset_key'>,
  { from, upTo }: { from: bigint; upTo: bigint },
): Promise<HistoryFact[]> {
  const [importPlaces, assessmentPlaces] = await Promise.all([
    chunksOf(pool, dataset_key, [id], upTo),
    assessedChunksOf(pool, dataset_key, [id], upTo),
  ]);
  const chunksByKind = [
    importPlaces.map(({ import_id, ...place }) => ({ ...place, stream: streams.datasetImport(import_id) })),
    assessmentPlaces.map((place) => ({ ...place, stream: streams.environmentAssessment(dataset_key) })),
  ];
  const facts: HistoryFact[] = [];
  for (const chunks of chunksByKind) {
    // Newest first, up to the first one at or before `from`.
    for (const { stream, revision, position } of chunks.reverse()) {
      const storedEvent = await eventStore.readOne(stream, revision);
      const event = storedEvent && decodeEvent(storedEvent, position);
      const fact = event && factOf(event, id);
      if (fact === undefined) continue;
      facts.push(fact);
      if (position <= from) break;
    }
  }
  return facts;
}
