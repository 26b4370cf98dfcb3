import { useCallback, useEffect, useState } from 'react';

type State<T> = { data?: T; error?: unknown };

/**
 * Loads data once without the query client, which public pages do not load. `load` must keep its identity between
 * renders.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<State<T>>({});
  const start = useCallback(() => {
    const controller = new AbortController();
    setState({});
    load(controller.signal).then(
      (data) => setState({ data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ error });
      },
    );
    return () => controller.abort();
  }, [load]);
  useEffect(start, [start]);
  return { ...state, retry: start };
}
