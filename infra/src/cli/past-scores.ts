import type { ScoreHistory } from '@landline/api/property/candidates/contract';
import type { liveScoresResponse } from '@landline/api/property/scoring/contract';
import { decodeLiveScores } from '@landline/api/property/scoring/live-scores-codec';
import { EVERYONE } from '@landline/event-schemas';
import { explainAt, readScoreHistory } from '@landline/scoring-engine/history/candidate-history';
import { type EventLogReader, eventLogReaderOf } from '@landline/scoring-engine/history/event-log-reader';
import type { LiveScores } from '@landline/scoring-engine/history/live-scores';
import type { ScoreChange } from '@landline/scoring-engine/history/score-history';
import {
  type Verification,
  type VerifyOptions,
  verify,
  verifyScores,
} from '@landline/scoring-engine/history/verify';
import type { z } from 'zod';
import { connect, isRemote, openApi, withEventStore } from './connection.ts';
import { print, printJson, printTable } from './output.ts';
import { remoteLog } from './remote-log.ts';

interface Options {
  json?: boolean;
  scope?: string;
}

/** Runs `work` on the log of the running instance or of a remote installation. */
const withEventLogReader = <Value>(work: (log: EventLogReader) => Promise<Value>): Promise<Value> =>
  isRemote() ? work(remoteLog) : withEventStore((client) => work(eventLogReaderOf(client)));

async function remoteLiveScores(datasetKey: string, scope: string): Promise<LiveScores | undefined> {
  const query = new URLSearchParams({ datasetKey, scope });
  const { data } = await (await openApi()).call<z.infer<typeof liveScoresResponse>>(
    'GET',
    `/api/geo/scoring/live?${query}`,
  );
  return data === null ? undefined : decodeLiveScores(data);
}

const optionalScope = (scope: string | undefined) => (scope === undefined ? {} : { scope });

async function verifyLocally(options: VerifyOptions): Promise<Verification> {
  const { databaseUrl } = await connect();
  return await withEventStore((client) => verify({ ...options, client, databaseUrl }));
}

/**
 * Recomputes the scores of a dataset and compares them with the checksums in the event log and with the live scores.
 */
export async function verifyDataset(datasetKey: string, { json, scope }: Options): Promise<void> {
  const options = { datasetKey, ...optionalScope(scope) };
  const result = isRemote()
    ? await verifyScores({ ...options, log: remoteLog, liveScores: remoteLiveScores })
    : await verifyLocally(options);
  if (json) printJson(result);
  else {
    print(
      `${datasetKey}: ${result.count} scores of run ${result.run_id} (model ${result.model_hash.slice(0, 12)})`,
    );
    printTable([
      { source: 'reported in the event log', checksum: result.reported },
      { source: 'recomputed from the event log', checksum: result.derived },
      { source: 'seen by readers', checksum: result.found },
      { source: 'packed for lists', checksum: result.packed },
      { source: 'expected for readers', checksum: result.expected },
    ]);
    print(resultText(result));
  }
  if (!result.agrees) process.exitCode = 1;
}

const READER_TEXTS = {
  unreported:
    'Cannot compare yet: readers see a newer run that is not in the event log; try again in a moment',
  other: 'Cannot compare: readers see the scores of another run',
  none: 'Cannot compare: readers see no scores',
};

function resultText({ agrees, readers, reported, derived }: Verification): string {
  if (agrees) return 'All checksums match';
  return readers === 'reported' || reported !== derived
    ? 'The checksums do not match'
    : READER_TEXTS[readers];
}

export async function showHistory(candidateId: string, { json, scope }: Options): Promise<void> {
  const isEveryones = scope === undefined || scope === EVERYONE;
  const changes =
    isRemote() && isEveryones
      ? await remoteHistory(candidateId)
      : await withEventLogReader((log) => readScoreHistory({ log, candidateId, ...optionalScope(scope) }));
  if (changes.length === 0) throw new Error(`No score history for candidate ${candidateId}`);
  if (json) printJson(changes);
  else showChanges(changes);
}

/** Returns the changes that staff see, oldest first, without reading the whole log. */
async function remoteHistory(candidateId: string): Promise<ShownChange[]> {
  const api = await openApi();
  const changes: ShownChange[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const query: string = before === '' ? '' : `?before=${before}`;
    const path = `/api/geo/candidates/${encodeURIComponent(candidateId)}/history${query}`;
    const { data }: { data: ScoreHistory } = await api.call('GET', path);
    changes.push(...data.changes);
    before = data.older;
  }
  return changes.reverse();
}

/** A change as read from the log, with the author's id, or from the API, with the name. */
type ShownChange = ScoreChange | ScoreHistory['changes'][number];

function showChanges(changes: readonly ShownChange[]): void {
  printTable(
    changes.map(({ position, at, cause, by, classification, before, score }) => ({
      position,
      at,
      cause,
      by: `${by.role} ${'id' in by ? by.id : (by.name ?? '')}`,
      classification,
      before,
      score,
    })),
  );
}

export async function explainScore(
  candidateId: string,
  { at: position, scope }: Options & { at: bigint },
): Promise<void> {
  const past = await withEventLogReader((log) =>
    explainAt({ log, candidateId, position, ...optionalScope(scope) }),
  );
  if (!past) throw new Error(`No such candidate or no scoring model existed at position ${position}`);
  printJson(past);
}
