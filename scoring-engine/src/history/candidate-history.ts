import { EVERYONE } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import type { EventLogReader } from './event-log-reader.ts';
import { factOf, HISTORY_EVENT_TYPES } from './history-facts.ts';
import {
  CandidateScoreHistory,
  type HistoryFact,
  type PastScore,
  type ScoreChange,
} from './score-history.ts';

interface PastOptions {
  readonly log: EventLogReader;
  readonly candidateId: string;
  readonly scope?: string;
}

/** Returns the changes of a candidate's score, oldest first. Reads the whole log. */
export async function readScoreHistory(options: PastOptions): Promise<ScoreChange[]> {
  const history = new CandidateScoreHistory(options.scope ?? EVERYONE);
  const changes: ScoreChange[] = [];
  await readPast(options, undefined, (fact) => {
    const change = history.apply(fact);
    if (change) changes.push(change);
  });
  return changes;
}

/** Returns a candidate's score as readers saw it at a log position; undefined before its first score. */
export async function explainAt(options: PastOptions & { position: bigint }): Promise<PastScore | undefined> {
  const history = new CandidateScoreHistory(options.scope ?? EVERYONE);
  await readPast(options, options.position, (fact) => history.apply(fact));
  return history.shown;
}

async function readPast(
  { log, candidateId }: PastOptions,
  upTo: bigint | undefined,
  onFact: (fact: HistoryFact) => void,
): Promise<void> {
  await log.read({
    after: -1n,
    types: HISTORY_EVENT_TYPES,
    onEvent: (stored, position) => {
      if (upTo !== undefined && position > upTo) return false;
      const event = decodeEvent(stored, position);
      const fact = event && factOf(event, candidateId);
      if (fact) onFact(fact);
      return true;
    },
  });
}
