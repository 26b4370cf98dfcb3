import { useLayoutEffect, useSyncExternalStore } from 'react';

/** Something that can be done on the page that is open, from the keyboard and the palette too. */
export interface PageAction {
  id: string;
  label: string;
  /** More words that find it. */
  keywords?: string;
  /** A key, or keys one after another: `g h`. */
  shortcut?: string;
  perform: () => void;
}

const offers = new Set<readonly PageAction[]>();
let offered: readonly PageAction[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  offered = [...offers].flat();
  for (const listener of listeners) listener();
}

/** Offers actions for as long as the caller is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  // With the page, not after it: a key may follow at once.
  useLayoutEffect(() => {
    offers.add(actions);
    changed();
    return () => {
      offers.delete(actions);
      changed();
    };
  }, [actions]);
}

/** What the page that is open offers. */
export const useOfferedActions = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
