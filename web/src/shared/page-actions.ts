import { useLayoutEffect, useSyncExternalStore } from 'react';

/** A command of the open page, offered by keyboard and in the palette. */
interface PageAction {
  id: string;
  label: string;
  /** A key, or a key sequence: `g h`. */
  shortcut?: string;
  perform: () => void;
}

const offers = new Set<readonly PageAction[]>();
let offeredActions: readonly PageAction[] = [];
const listeners = new Set<() => void>();

function notifyListeners(): void {
  offeredActions = [...offers].flat();
  for (const listener of listeners) listener();
}

/** Offers actions while the caller is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  // Layout effect: a key press may follow the first paint immediately.
  useLayoutEffect(() => {
    offers.add(actions);
    notifyListeners();
    return () => {
      offers.delete(actions);
      notifyListeners();
    };
  }, [actions]);
}

/** Returns the open page's actions. */
export const useOfferedActions = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offeredActions,
  );
