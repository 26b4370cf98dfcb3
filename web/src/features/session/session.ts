import type { SignedInClient } from '@landline/api/identity/contract';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../shared/http/errors.ts';
import { onSessionEnd, refreshSession } from '../../shared/http/request.ts';
import { createImpersonation } from '../impersonation/impersonation.ts';
import { stopOnBack } from '../impersonation/stop-on-back.ts';
import { clientLogin } from './api/client-login.ts';
import { login } from './api/login.ts';
import { logout } from './api/logout.ts';
import { type Verified, verify } from './api/verify.ts';
import { ACTIVITY_EVERY_MS, MAX_LIFETIME_MS } from './constants.ts';
import type { Ending } from './deadline.ts';
import { forgetFarewell, keepFarewell } from './farewell.ts';
import { clearForceLogout, forceLogout, markForceLogout } from './force-logout.ts';
import { sessionMachine } from './machine.ts';
import { forgetRedirectPaths } from './redirect-path.ts';
import type { Credentials, Door, User } from './user.ts';

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart'] as const;

/** What tabs tell each other. */
type Message =
  | { type: 'ACTIVITY' }
  | { type: 'STAY' }
  | { type: 'VERIFY' }
  | { type: 'PASSWORD_CHANGED' }
  | { type: 'SIGNED_IN' }
  | { type: 'ENDED'; ending: Ending };

export type Session = ReturnType<typeof startSession>;

async function signIn(credentials: Credentials): Promise<Verified> {
  const user = await (credentials.door === 'client' ? clientLogin : login)(credentials);
  return { user, endsAt: Date.now() + MAX_LIFETIME_MS };
}

/** Starts the session of this tab and keeps it in step with the other tabs. */
export function startSession() {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise(() => verify()),
        login: fromPromise<Verified, Credentials>(({ input }) => signIn(input)),
        logout: fromPromise<void, Door>(({ input }) => logout(input)),
        keepAlive: fromPromise(() => refreshSession()),
      },
    }),
    { input: { pathname: () => window.location.pathname } },
  );
  const tabs = new BroadcastChannel('landline-session');
  const tell = (message: Message) => tabs.postMessage(message);

  const impersonation = createImpersonation({
    entered: (client) => act(client),
    left: () => act(null),
  });
  /** Whom a SuperAdmin acts as is of the session: every tab's. The server has the last word. */
  function act(client: SignedInClient | null): void {
    actor.send({ type: 'ACTING', client });
    actor.send({ type: 'VERIFY' });
    tell({ type: 'VERIFY' });
  }

  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ENDED') actor.send({ type: 'ENDED_ELSEWHERE', ending: data.ending });
    else if (data.type === 'SIGNED_IN') actor.send({ type: 'SIGNED_IN_ELSEWHERE' });
    else actor.send(data);
  };
  onSessionEnd(() => actor.send({ type: 'LOST' }));
  watchPerson(
    () => actor.getSnapshot().hasTag('signed-in'),
    (type) => {
      const ending = type === 'VISIBLE' && forceLogout();
      if (ending) actor.send({ type: 'ENDED_ELSEWHERE', ending });
      actor.send({ type });
      if (type === 'ACTIVITY') tell({ type });
    },
  );

  let signedIn = false;
  let before = actor.getSnapshot();
  actor.subscribe((snapshot) => {
    const now = snapshot.hasTag('signed-in');
    const { user, ending, leftAlone } = snapshot.context;
    impersonation.sync(user?.role === 'ClientUser' ? null : (user?.actingAs ?? null));
    if (now && !before.hasTag('signed-in')) {
      forgetFarewell();
      clearForceLogout();
    }
    if (now && before.hasTag('signing-in')) tell({ type: 'SIGNED_IN' });
    if (signedIn && snapshot.matches('unauthenticated') && ending) {
      keepFarewell(ending);
      markForceLogout(ending);
      if (!leftAlone) forgetRedirectPaths();
      tell({ type: 'ENDED', ending });
    }
    if (now || snapshot.matches('unauthenticated')) signedIn = now;
    before = snapshot;
  });
  actor.start();
  stopOnBack(
    impersonation,
    waitFor(actor, (state) => state.hasTag('settled')),
  );
  if (document.hidden) actor.send({ type: 'HIDDEN' });

  const everywhere = (type: 'STAY' | 'VERIFY' | 'PASSWORD_CHANGED') => {
    actor.send({ type });
    tell({ type });
  };
  return {
    actor,
    impersonation,
    /** Who is signed in, once that is known: null when nobody is. Throws when the server cannot be reached. */
    async user(): Promise<User | null> {
      const snapshot = await waitFor(actor, (state) => state.hasTag('settled'));
      if (snapshot.matches('unreachable')) throw new ApiError(0, snapshot.context.problem ?? undefined);
      return snapshot.hasTag('signed-in') ? snapshot.context.user : null;
    },
    signOut: () => actor.send({ type: 'SIGN_OUT' }),
    stay: () => everywhere('STAY'),
    /** Asks the server again who this is: a name, an address or a product has changed. */
    verify: () => everywhere('VERIFY'),
    /** Signs out after the message has been read (spec 000 §4). */
    passwordChanged: () => everywhere('PASSWORD_CHANGED'),
  };
}

/** Says what the person does (mouse, key, scroll, touch, click), now and then, and where this tab is. */
function watchPerson(isWatched: () => boolean, say: (what: 'ACTIVITY' | 'HIDDEN' | 'VISIBLE') => void): void {
  let saidAt = 0;
  const onActivity = () => {
    const now = Date.now();
    if (now - saidAt < ACTIVITY_EVERY_MS || !isWatched()) return;
    saidAt = now;
    say('ACTIVITY');
  };
  for (const name of ACTIVITY_EVENTS) {
    window.addEventListener(name, onActivity, { passive: true, capture: true });
  }
  document.addEventListener('visibilitychange', () => say(document.hidden ? 'HIDDEN' : 'VISIBLE'));
}
