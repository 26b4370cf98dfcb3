import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { Session } from './session.ts';
import { clientOf, type Role, type User } from './user.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used below SessionContext');
  return session;
}

/** The signed-in person. Only for pages behind a guard, which are never rendered without one. */
export function useUser(): User | null {
  return useSelector(useSession().actor, (snapshot) => snapshot.context.user);
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
