import { type Actor, type DomainEvent, type EventData, streams } from '@landline/event-schemas';
import type { Commands } from '../../platform/commands/commands.ts';
import type { Decider } from '../../platform/commands/decider.ts';
import { personOf } from '../candidates/actor-names.ts';

type VisitEvent = DomainEvent<'DatasetVisited'>;
type Visit = EventData<'DatasetVisited'>;

/** Time within which a return continues the same visit, so that new candidates stay new; in milliseconds. */
const SAME_VISIT_MS = 30 * 60_000;

interface VisitCommand {
  readonly user_id: string;
  readonly dataset_key: string;
  readonly at: string;
}

/** A person's latest and previous visit to a dataset. */
export const datasetVisits: Decider<Visit | undefined, VisitCommand, VisitEvent> = {
  initialState: undefined,
  readsLastEventOnly: true,
  evolve: (_, { data }) => data,
  decide({ user_id, dataset_key, at }, last) {
    if (last && Date.parse(at) - Date.parse(last.visited_at) < SAME_VISIT_MS) return [];
    const previous = last?.visited_at ?? null;
    return [{ type: 'DatasetVisited', data: { user_id, dataset_key, visited_at: at, previous } }];
  },
};

/** Returns the time after which candidates are new to a person, in milliseconds since 1970; undefined on a first visit. */
export async function newSince(
  commands: Commands,
  actor: Actor,
  datasetKey: string,
): Promise<number | undefined> {
  const { state } = await commands.load(datasetVisits, streams.visit(personOf(actor), datasetKey));
  return state?.previous ? Date.parse(state.previous) : undefined;
}
