import { loadOnce } from '../../../shared/load-once.ts';
import type { CurrentSession } from '../../platform/session/context.ts';
import type { User } from '../../platform/session/user.ts';
import type { Session } from './session.ts';
import { hasSessionCookies } from './session-cookies.ts';

/** Access to this tab's session, whose code is loaded only if session cookies exist or a caller needs it. */
export interface SessionSource extends CurrentSession {
  /**
   * Resolves with the user once known; null when signed out. Rejects if the session code cannot be loaded or the server
   * cannot be reached.
   */
  user(): Promise<User | null>;
  /** Returns the session; null until it is started. */
  session(): Session | null;
  /** Starts the session on the first call. Rejects if its code cannot be loaded. */
  load(): Promise<Session>;
  /** Resolves when the session is started. */
  readonly started: Promise<Session>;
}

export function createSessionSource(): SessionSource {
  const changes = new EventTarget();
  let session: Session | undefined;
  const { promise: started, resolve } = Promise.withResolvers<Session>();

  const { load } = loadOnce(async (): Promise<Session> => {
    const { startSession } = await import('./session.ts');
    const created = startSession();
    session = created;
    resolve(created);
    const notify = () => changes.dispatchEvent(new Event('change'));
    created.actor.subscribe(notify);
    created.impersonation.actor.subscribe(notify);
    notify();
    return created;
  });

  return {
    load,
    started,
    user: async () => (session || hasSessionCookies() ? (await load()).user() : null),
    session: () => session ?? null,
    current: () => session?.actor.getSnapshot().context.user ?? null,
    refresh: () => session?.actor.send({ type: 'VERIFY' }),
    impersonate: async (clientId) => (await load()).impersonation.start(clientId),
    isImpersonationStarting: () => session?.impersonation.actor.getSnapshot().matches('starting') ?? false,
    subscribe(listener) {
      changes.addEventListener('change', listener);
      return () => changes.removeEventListener('change', listener);
    },
  };
}
