import type { EventStoreDBClient } from '@eventstore/db-client';
import { EVERYONE } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { readLog } from '../service/read-log.ts';
import { CandidatePast, type PastFact, type PastScore, type ScoreChange } from './candidate-past.ts';
import { factOf, PAST_EVENTS } from './past-facts.ts';

export interface PastOptions {
  readonly client: EventStoreDBClient;
  readonly candidateId: string;
  readonly scope?: string;
  readonly signal?: AbortSignal;
}

/** What changed a candidate's score, when and by whom, oldest first. Reads the whole log. */
export async function history(options: PastOptions): Promise<ScoreChange[]> {
  const past = new CandidatePast(options.scope ?? EVERYONE);
  const changes: ScoreChange[] = [];
  await readPast(options, undefined, (fact) => {
    const change = past.take(fact);
    if (change) changes.push(change);
  });
  return changes;
}

/** A candidate's score as readers saw it at a position of the log; undefined when it had none yet. */
export async function explainAt(options: PastOptions & { position: bigint }): Promise<PastScore | undefined> {
  const past = new CandidatePast(options.scope ?? EVERYONE);
  await readPast(options, options.position, (fact) => past.take(fact));
  return past.shown;
}

async function readPast(
  { client, candidateId, signal = new AbortController().signal }: PastOptions,
  upTo: bigint | undefined,
  take: (fact: PastFact) => void,
): Promise<void> {
  await readLog(client, {
    after: -1n,
    types: PAST_EVENTS,
    signal,
    take: (stored, position) => {
      if (upTo !== undefined && position > upTo) return false;
      const event = decodeEvent(stored, position);
      const fact = event && factOf(event, candidateId);
      if (fact) take(fact);
      return true;
    },
  });
}
