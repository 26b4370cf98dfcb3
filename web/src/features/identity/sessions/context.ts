import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import type { SessionSource } from './session-source.ts';

/** This tab's session source, provided in `main.tsx`. */
export const SessionSourceContext = createContext<SessionSource | null>(null);

export function useSessionSource(): SessionSource {
  const source = use(SessionSourceContext);
  if (!source) throw new Error('useSessionSource must be used below SessionSourceContext');
  return source;
}

/** Returns this tab's session; null until it is started. Routes inside the portal frame always have it. */
export function useStartedSession(): Session | null {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, source.session);
}

/** Returns this tab's session; throws if it has not been started. */
export function useSession(): Session {
  const session = useStartedSession();
  if (!session) throw new Error('useSession must be used after the session has started');
  return session;
}

/** Returns the session machine's snapshot; undefined until the session is started. */
export function useSessionSnapshot() {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, () => source.session()?.actor.getSnapshot());
}
