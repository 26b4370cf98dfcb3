import { createContext, use, useSyncExternalStore } from 'react';

/** Candidates that are marked in the list and on its map. */
interface ListSelection {
  /** Under the mouse. */
  hovered: string | null;
  /** Chosen with the keyboard or by a click on the map. */
  highlighted: string | null;
  /** Selected for bulk classification or comparison. */
  checked: readonly string[];
}

/** Creates a store outside React state, so that hovering a row does not render the page again. */
export function createListSelection() {
  let state: ListSelection = { hovered: null, highlighted: null, checked: [] };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change: Partial<ListSelection>) {
      const next = { ...state, ...change };
      const isSame =
        next.hovered === state.hovered &&
        next.highlighted === state.highlighted &&
        next.checked.join() === state.checked.join();
      if (isSame) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const ListSelectionContext = createContext(createListSelection());

export const useListSelectionStore = () => use(ListSelectionContext);

export function useListSelection(): ListSelection {
  const store = useListSelectionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
