import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type ViewEvent = DomainEvent<'ViewSaved' | 'ViewRemoved'>;
type Saved = EventData<'ViewSaved'>;

/** The views that a client's users share, or that staff do, by id. */
export type SavedViews = ReadonlyMap<string, Saved>;

export type ViewCommand =
  | ({ type: 'save' } & Saved)
  | ({ type: 'change'; view_id: string } & Partial<Pick<Saved, 'name' | 'slug' | 'query'>>)
  | { type: 'remove'; view_id: string };

/** Lists of a dataset under a name; each name leads to one of them. */
export const views: Decider<SavedViews, ViewCommand, ViewEvent> = {
  initialState: new Map(),

  evolve(state, { type, data }) {
    const next = new Map(state);
    if (type === 'ViewRemoved') next.delete(data.view_id);
    else next.set(data.view_id, data);
    return next;
  },

  decide(command, state) {
    if (command.type === 'remove') {
      const { view_id, scope, dataset_key } = known(state, command.view_id);
      return [{ type: 'ViewRemoved', data: { view_id, scope, dataset_key } }];
    }
    const { type, ...given } = command;
    const before = type === 'change' ? known(state, command.view_id) : undefined;
    const data = { ...before, ...given } as Saved; // a change is of a whole view, and what is saved is one
    assertNameFree(state, data);
    return before && isSame(before, data) ? [] : [{ type: 'ViewSaved', data }];
  },
};

export const viewUnknown = () => new DomainError('not_found', 'VIEW_UNKNOWN', 'View not found');

function known(state: SavedViews, id: string): Saved {
  const found = state.get(id);
  if (!found) throw viewUnknown();
  return found;
}

function assertNameFree(state: SavedViews, { view_id, dataset_key, slug, name }: Saved): void {
  for (const other of state.values()) {
    if (other.view_id === view_id || other.dataset_key !== dataset_key || other.slug !== slug) continue;
    throw new DomainError('conflict', 'VIEW_NAME_TAKEN', `There is a view “${name}” already.`);
  }
}

const isSame = (one: Saved, other: Saved) => one.name === other.name && one.query === other.query;
