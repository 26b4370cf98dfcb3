import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import type { SessionSource } from './session-source.ts';

/** Provided around every page. */
export const SessionSourceContext = createContext<SessionSource | null>(null);

/** The started session; portal and sign-in pages are shown only once it is set. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used below SessionContext');
  return session;
}

export function useSessionSource(): SessionSource {
  const source = use(SessionSourceContext);
  if (!source) throw new Error('useSessionSource must be used below SessionSourceContext');
  return source;
}

/** Returns the session; null until it is started. */
export function useStartedSession(): Session | null {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, source.session);
}

/** Returns the session's state; undefined until it is started. */
export function useSessionSnapshot() {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, () => source.session()?.actor.getSnapshot());
}
