import { createContext, use, useSyncExternalStore } from 'react';

/** Which candidate is pointed at and which is chosen, told between the list and the map beside it. */
interface Linked {
  hovered: string | null;
  selected: string | null;
}

export interface LinkedStore {
  get(): Linked;
  set(change: Partial<Linked>): void;
  subscribe(listener: () => void): () => void;
}

/** A store of its own: pointing at a row must not draw the page again. */
export function createLinked(): LinkedStore {
  let state: Linked = { hovered: null, selected: null };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const next = { ...state, ...change };
      if (next.hovered === state.hovered && next.selected === state.selected) return;
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

/** What is pointed at and chosen. */
export function useLinked(): Linked {
  const store = useLinkedStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
