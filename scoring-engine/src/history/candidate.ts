import type { EventStoreDBClient } from '@eventstore/db-client';
import { EVERYONE, type RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { readLog } from '../service/read-log.ts';
import { CandidatePast, PAST_EVENTS, type PastScore, type ScoreChange } from './candidate-past.ts';

export interface PastOptions {
  readonly client: EventStoreDBClient;
  readonly candidateId: string;
  readonly scope?: string;
  readonly signal?: AbortSignal;
}

/** What changed a candidate's score, when and by whom, oldest first. Reads the whole log. */
export async function history(options: PastOptions): Promise<ScoreChange[]> {
  const past = new CandidatePast(options.candidateId, options.scope ?? EVERYONE);
  const changes: ScoreChange[] = [];
  await readPast(options, undefined, (event) => {
    const change = past.take(event);
    if (change) changes.push(change);
  });
  return changes;
}

/** A candidate's score as readers saw it at a position of the log; undefined when it had none yet. */
export async function explainAt(options: PastOptions & { position: bigint }): Promise<PastScore | undefined> {
  const past = new CandidatePast(options.candidateId, options.scope ?? EVERYONE);
  await readPast(options, options.position, (event) => past.take(event));
  return past.shown;
}

async function readPast(
  { client, signal = new AbortController().signal }: PastOptions,
  upTo: bigint | undefined,
  take: (event: RecordedEvent) => void,
): Promise<void> {
  await readLog(client, {
    after: -1n,
    types: PAST_EVENTS,
    signal,
    take: (stored, position) => {
      if (upTo !== undefined && position > upTo) return false;
      const event = decodeEvent(stored, position);
      if (event) take(event);
      return true;
    },
  });
}
