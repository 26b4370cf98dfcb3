import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import type { SessionSource } from './session-source.ts';
import { clientOf, type Role, type User } from './user.ts';

/** Around every page. */
export const SessionSourceContext = createContext<SessionSource | null>(null);

/** The session once it has started; the pages of the portals and the sign-in are shown no sooner. */
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

/** The session, null until somebody has started it. */
export function useStartedSession(): Session | null {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, source.session);
}

/** The session as it stands, undefined until it has started. */
export function useSessionSnapshot() {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, () => source.session()?.actor.getSnapshot());
}

/** The signed-in person, null when nobody is or it is not known yet; never null in pages behind a guard. */
export function useUser(): User | null {
  const source = useSessionSource();
  return useSyncExternalStore(source.subscribe, source.current);
}

/** Whether staff of these roles look, as themselves: what only they may ask for waits for it (spec 000 §6). */
export function useIsStaff(...roles: readonly Role[]): boolean {
  const user = useUser();
  return user !== null && clientOf(user) === null && roles.includes(user.role);
}

/** The client whose portal is shown, the user's own or the one that a SuperAdmin acts as; null outside of one. @public */
export function useClient() {
  const user = useUser();
  const client = clientOf(user);
  return client && { client, isImpersonating: user?.role !== 'ClientUser' };
}

/** Whether a demo account looks: some of what it sees it may not do (spec 001 §6). */
export const useIsDemo = () => clientOf(useUser())?.product_config.demo_mode ?? false;
