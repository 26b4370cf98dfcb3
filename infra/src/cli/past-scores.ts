import type { ScoreHistory } from '@landline/api/property/candidates/contract';
import { EVERYONE } from '@landline/event-schemas';
import { explainAt, history } from '@landline/scoring-engine/history/candidate';
import type { ScoreChange } from '@landline/scoring-engine/history/score-history';
import { type Verification, verify } from '@landline/scoring-engine/history/verify';
import { connect, isRemote, openApi, withEventStore } from './connection.ts';
import { print, printJson, printTable } from './output.ts';

interface Options {
  json?: boolean;
  scope?: string;
}

/** Recomputes the scores of a dataset and compares them with what the event log reports and readers see. */
export async function verifyScores(datasetKey: string, { json, scope }: Options): Promise<void> {
  const { databaseUrl } = await connect();
  const result = await withEventStore((client) =>
    verify({ client, databaseUrl, datasetKey, ...(scope !== undefined && { scope }) }),
  );
  if (json) printJson(result);
  else {
    print(
      `${datasetKey}: ${result.count} scores of run ${result.run_id} (model ${result.model_hash.slice(0, 12)})`,
    );
    printTable([
      { checksum: 'reported in the event log', of: result.reported },
      { checksum: 'recomputed from the event log', of: result.derived },
      { checksum: 'seen by readers', of: result.found },
      { checksum: 'packed for lists', of: result.packed },
      { checksum: 'expected for readers', of: result.expected },
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
  const changes = isRemote()
    ? await remoteHistory(candidateId, scope)
    : await withEventStore((client) =>
        history({ client, candidateId, ...(scope !== undefined && { scope }) }),
      );
  if (changes.length === 0) throw new Error(`No score history for candidate ${candidateId}`);
  if (json) printJson(changes);
  else showChanges(changes);
}

/** Returns what staff see, oldest change first; the scores of a client's scope are read from the log only. */
async function remoteHistory(candidateId: string, scope: string | undefined): Promise<ShownChange[]> {
  if (scope !== undefined && scope !== EVERYONE)
    throw new Error(
      'The history of a client needs the data directory of the installation: leave out --scope',
    );
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
  const past = await withEventStore((client) =>
    explainAt({ client, candidateId, position, ...(scope !== undefined && { scope }) }),
  );
  if (!past) throw new Error(`No such candidate or no scoring model existed at position ${position}`);
  printJson(past);
}
