import {
  type Actor,
  type CandidateFeatures,
  type PropertyType,
  streams,
  withAssessment,
} from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { CandidatePast, type PastFact } from '@landline/scoring-engine/history/candidate-past';
import { factOf } from '@landline/scoring-engine/history/past-facts';
import type { Deps } from '../deps.ts';
import { scopeOf } from '../training/scope.ts';
import type { ScoreHistory } from './contract.ts';
import { namesOf } from './names.ts';
import {
  assessedChunksOf,
  chunksOf,
  hasOwnRunBefore,
  judgementsOf,
  modelsOf,
  type Run,
  runsOf,
} from './past-queries.ts';

/** Runs looked through at once, and changes told at once. */
const RUNS = 50;
const CHANGES = 20;

interface Candidate {
  readonly id: string;
  readonly dataset_key: string;
  readonly property_type: PropertyType;
}
type Sources = Pick<Deps, 'pool' | 'eventStore'>;

/**
 * What changed a candidate's score as the caller's scope sees it, newest first, from before a position of the log on back.
 * As the log tells it (`landline scoring history`), from the few events that it takes.
 */
export async function historyOf(
  sources: Sources,
  candidate: Candidate,
  viewer: Actor,
  before?: bigint,
): Promise<ScoreHistory> {
  const { pool } = sources;
  const scope = scopeOf(viewer);
  // One run more: what was seen before the first change.
  const runs = await runsOf(pool, candidate.dataset_key, scope, before, RUNS + 1);
  const [first] = runs;
  if (first === undefined) return { changes: [], older: null };
  const isCut = runs.length > RUNS;
  const [facts, readsOwn] = await Promise.all([
    factsOf(sources, candidate, scope, runs, { before, upTo: runs.at(-1)?.as_of ?? 0n }),
    isCut ? hasOwnRunBefore(pool, candidate.dataset_key, scope, first.position) : false,
  ]);
  const past = new CandidatePast(scope, readsOwn || undefined);
  const all = facts.flatMap((fact) => past.take(fact) ?? []);
  const changes = (isCut ? all.filter(({ position }) => position !== String(first.position)) : all).reverse();
  const earlier = isCut ? first.position + 1n : null;
  if (changes.length === 0 && earlier !== null) return historyOf(sources, candidate, viewer, earlier);
  const told = changes.slice(0, CHANGES);
  const older = changes.length > CHANGES ? told.at(-1)?.position : earlier?.toString();
  const nameOf = await namesOf(
    pool,
    told.map(({ by }) => by),
    viewer,
  );
  return {
    changes: told.map(({ model_hash, by, ...change }) => ({
      ...change,
      by: { name: nameOf(by), role: by.role },
    })),
    older: older ?? null,
  };
}

/**
 * A candidate's score as a scope's readers saw it after a position of the log, null for N/A; undefined when it had none.
 * As `landline scoring explain --at` tells it, from the few events that it takes.
 */
export async function scoreAt(
  sources: Sources,
  candidate: Pick<Candidate, 'id' | 'dataset_key'>,
  scope: string,
  position: bigint,
): Promise<number | null | undefined> {
  const before = position + 1n;
  const runs = await runsOf(sources.pool, candidate.dataset_key, scope, before, 1);
  const past = new CandidatePast(scope);
  const facts = await factsOf(sources, candidate, scope, runs, { before, upTo: position });
  for (const fact of facts) past.take(fact);
  return past.shown?.breakdown.score;
}

/** What files and layers had said of a candidate up to a position of the log; undefined when it was not there yet. */
export async function featuresAt(
  sources: Sources,
  candidate: Pick<Candidate, 'id' | 'dataset_key'>,
  position: bigint,
): Promise<CandidateFeatures | undefined> {
  const said = await importsOf(sources, candidate, { from: position, upTo: position });
  const imported = said.find((each) => each.fact === 'imported');
  const assessed = said.find((each) => each.fact === 'assessed');
  return imported && withAssessment(imported.row, assessed?.assessment);
}

async function factsOf(
  sources: Sources,
  candidate: Pick<Candidate, 'id' | 'dataset_key'>,
  scope: string,
  runs: readonly Run[],
  { before, upTo }: { before: bigint | undefined; upTo: bigint },
): Promise<PastFact[]> {
  const { pool } = sources;
  const hashes = [...new Set(runs.map(({ model_hash }) => model_hash))];
  const [imports, published, judged] = await Promise.all([
    importsOf(sources, candidate, { from: runs[0]?.as_of ?? 0n, upTo }),
    modelsOf(pool, scope, hashes),
    judgementsOf(pool, candidate.id, scope, before),
  ]);
  const rescored = runs.map(
    ({ position, at, by, scope: of, model_hash, as_of }): PastFact => ({
      fact: 'rescored',
      position,
      at,
      by,
      datasetKey: candidate.dataset_key,
      scope: of,
      modelHash: model_hash,
      asOf: as_of,
    }),
  );
  return [...imports, ...published, ...judged, ...rescored].sort((a, b) =>
    a.position < b.position ? -1 : a.position > b.position ? 1 : 0,
  );
}

/** What was said of a candidate between two positions, by imports and by assessments: also the last of each before them. */
async function importsOf(
  { pool, eventStore }: Sources,
  { dataset_key, id }: Pick<Candidate, 'id' | 'dataset_key'>,
  { from, upTo }: { from: bigint; upTo: bigint },
): Promise<PastFact[]> {
  const [imported, assessed] = await Promise.all([
    chunksOf(pool, dataset_key, [id], upTo),
    assessedChunksOf(pool, dataset_key, [id], upTo),
  ]);
  const places = [
    imported.map(({ import_id, ...place }) => ({ ...place, stream: streams.datasetImport(import_id) })),
    assessed.map((place) => ({ ...place, stream: streams.environmentAssessment(dataset_key) })),
  ];
  const found: PastFact[] = [];
  for (const kind of places) {
    // Newest first: what is before the last before `from` is not read.
    for (const { stream, revision, position } of kind.reverse()) {
      const stored = await eventStore.readOne(stream, revision);
      const event = stored && decodeEvent(stored, position);
      const fact = event && factOf(event, id);
      if (fact === undefined) continue;
      found.push(fact);
      if (position <= from) break;
    }
  }
  return found;
}
