import { createContext, use, useSyncExternalStore } from 'react';
import { clientOf, type Role, type User } from './user.ts';

/** The part of the session that every feature may use; sign-in itself is in `identity/sessions`. */
export interface CurrentSession {
  /** The signed-in user; null while signed out or unknown. */
  current(): User | null;
  /** Calls the listener when the session starts and at each change. Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Reloads the user from the server, for example after the client's products changed. */
  refresh(): void;
  /** Starts acting as a client. Returns the error text; null on success, and the router opens the portal. */
  impersonate(clientId: string): Promise<string | null>;
  isImpersonationStarting(): boolean;
}

/** Provided around every page. */
export const CurrentSessionContext = createContext<CurrentSession | null>(null);

export function useCurrentSession(): CurrentSession {
  const session = use(CurrentSessionContext);
  if (!session) throw new Error('useCurrentSession must be used below CurrentSessionContext');
  return session;
}

/** Returns the signed-in user; never null in pages behind a guard. */
export function useUser(): User | null {
  const session = useCurrentSession();
  return useSyncExternalStore(session.subscribe, session.current);
}

/**
 * Returns whether the user is staff with one of these roles and not impersonating a client; gates staff-only queries
 * (spec 000 §6).
 */
export function useIsStaff(...roles: readonly Role[]): boolean {
  const user = useUser();
  return user !== null && clientOf(user) === null && roles.includes(user.role);
}

/** Returns the client whose portal is shown: the user's own, or the one a SuperAdmin acts as. @public */
export function useClient() {
  const user = useUser();
  const client = clientOf(user);
  return client && { client, isImpersonating: user?.role !== 'ClientUser' };
}

/** Returns whether the client is a demo account, for which some actions are disabled (spec 001 §6). */
export const useIsDemo = () => clientOf(useUser())?.product_config.demo_mode ?? false;
