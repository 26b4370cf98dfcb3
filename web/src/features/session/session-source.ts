import { hintsAtSession } from './hint.ts';
import type { Session } from './session.ts';
import type { User } from './user.ts';

/** The session of this tab; its code is loaded when somebody may have one or wants one, not for visitors. */
export interface SessionSource {
  /** Who is signed in, once that is known: null when nobody is. Throws when the server cannot be reached. */
  user(): Promise<User | null>;
  /** As `user`, of this moment and without asking. */
  current(): User | null;
  /** The session, null until it has started. */
  session(): Session | null;
  /** Starts the session, once. */
  load(): Promise<Session>;
  /** Calls when the session starts, and with each change of it. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Resolves when somebody has started the session. */
  readonly started: Promise<Session>;
}

export function createSessionSource(): SessionSource {
  const changes = new EventTarget();
  let session: Session | undefined;
  let loading: Promise<Session> | undefined;
  const { promise: started, resolve } = Promise.withResolvers<Session>();

  const start = async (): Promise<Session> => {
    const { startSession } = await import('./session.ts');
    const begun = startSession();
    session = begun;
    resolve(begun);
    const tell = () => changes.dispatchEvent(new Event('change'));
    begun.actor.subscribe(tell);
    tell();
    return begun;
  };
  const load = () => {
    loading ??= start().catch((error: unknown) => {
      // Its code could not be had: the next one who wants it tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    load,
    started,
    user: async () => (session || hintsAtSession() ? (await load()).user() : null),
    session: () => session ?? null,
    current: () => session?.actor.getSnapshot().context.user ?? null,
    subscribe(listener) {
      changes.addEventListener('change', listener);
      return () => changes.removeEventListener('change', listener);
    },
  };
}
