import { createContext, use, useSyncExternalStore } from 'react';

/** What is pointed at, chosen and checked, told between the list and what stands beside it. */
interface Linked {
  hovered: string | null;
  selected: string | null;
  /** To be judged or compared together. */
  checked: readonly string[];
}

export interface LinkedStore {
  get(): Linked;
  set(change: Partial<Linked>): void;
  subscribe(listener: () => void): () => void;
}

/** A store of its own: pointing at a row must not draw the page again. */
export function createLinked(): LinkedStore {
  let state: Linked = { hovered: null, selected: null, checked: [] };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const next = { ...state, ...change };
      const same =
        next.hovered === state.hovered &&
        next.selected === state.selected &&
        next.checked.join() === state.checked.join();
      if (same) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LinkedContext = createContext<LinkedStore>(createLinked());

export const useLinkedStore = () => use(LinkedContext);

/** What is pointed at, chosen and checked. */
export function useLinked(): Linked {
  const store = useLinkedStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
