import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';

type ViewEvent = DomainEvent<'ViewSaved' | 'ViewRemoved'>;
type SavedView = EventData<'ViewSaved'>;

declare module '../../platform/errors.ts' {
  interface ErrorData {
    VIEW_NAME_TAKEN: { viewId: string };
  }
}

/** Views that staff or the users of one client share, by id. */
type SavedViews = ReadonlyMap<string, SavedView>;

type ViewCommand =
  | ({ type: 'save' } & SavedView)
  | ({ type: 'change'; view_id: string } & Partial<Pick<SavedView, 'name' | 'slug' | 'query'>>)
  | { type: 'remove'; view_id: string };

/** Saved filters and order of a dataset's list; names are unique by their slug. */
export const savedViews: Decider<SavedViews, ViewCommand, ViewEvent> = {
  initialState: new Map(),

  evolve(state, { type, data }) {
    const next = new Map(state);
    if (type === 'ViewRemoved') next.delete(data.view_id);
    else next.set(data.view_id, data);
    return next;
  },

  decide(command, state) {
    if (command.type === 'remove') {
      const { view_id, scope, dataset_key } = existing(state, command.view_id);
      return [{ type: 'ViewRemoved', data: { view_id, scope, dataset_key } }];
    }
    const { type, ...fields } = command;
    const before = type === 'change' ? existing(state, command.view_id) : undefined;
    const data = { ...before, ...fields } as SavedView; // complete in both cases
    assertNameFree(state, data);
    return before && isSame(before, data) ? [] : [{ type: 'ViewSaved', data }];
  },
};

export const viewNotFound = () => new DomainError('not_found', 'VIEW_UNKNOWN', 'View not found');

function existing(state: SavedViews, id: string): SavedView {
  const found = state.get(id);
  if (!found) throw viewNotFound();
  return found;
}

function assertNameFree(state: SavedViews, { view_id, dataset_key, slug }: SavedView): void {
  for (const view of state.values()) {
    if (view.view_id === view_id || view.dataset_key !== dataset_key || view.slug !== slug) continue;
    throw new DomainError('conflict', 'VIEW_NAME_TAKEN', `There is already a view named “${view.name}”.`, {
      data: { viewId: view.view_id },
    });
  }
}

const isSame = (a: SavedView, b: SavedView) => a.name === b.name && a.query === b.query;
