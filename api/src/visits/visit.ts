import { type Actor, type DomainEvent, type EventData, streams } from '@landline/event-schemas';
import type { Commands } from '../commands/commands.ts';
import type { Decider } from '../commands/decider.ts';

type VisitEvent = DomainEvent<'DatasetVisited'>;
type Visit = EventData<'DatasetVisited'>;

/** Who comes back within this time is still there: what was new to them stays new. */
const SAME_VISIT_MS = 30 * 60_000;

export interface VisitCommand {
  readonly user_id: string;
  readonly dataset_key: string;
  readonly at: string;
}

/** When a person came to look at a dataset, and when they had before. */
export const visits: Decider<Visit | undefined, VisitCommand, VisitEvent> = {
  initialState: undefined,
  toldByLastEvent: true,
  evolve: (_, { data }) => data,
  decide({ user_id, dataset_key, at }, last) {
    if (last && Date.parse(at) - Date.parse(last.visited_at) < SAME_VISIT_MS) return [];
    const previous = last?.visited_at ?? null;
    return [{ type: 'DatasetVisited', data: { user_id, dataset_key, visited_at: at, previous } }];
  },
};

/** Whoever acts as a client's user is the one who looks. */
export const visitorOf = ({ id, impersonatedBy }: Actor): string => impersonatedBy ?? id;

/** Since when candidates of a dataset are new to somebody, in milliseconds; undefined: at their first visit nothing is. */
export async function newSince(
  commands: Commands,
  actor: Actor,
  datasetKey: string,
): Promise<number | undefined> {
  const { state } = await commands.load(visits, streams.visit(visitorOf(actor), datasetKey));
  return state?.previous ? Date.parse(state.previous) : undefined;
}
