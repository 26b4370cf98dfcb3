import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import { onSessionEnd, refreshSession } from '../../../shared/http/request.ts';
import type { Credentials, SignedInClient, User, UserKind } from '../../platform/session/user.ts';
import { createImpersonation } from '../impersonation/impersonation.ts';
import { stopOnBack } from '../impersonation/stop-on-back.ts';
import { clientLogin, login, logout, type Verified, verify } from './api/session.ts';
import { ACTIVITY_EVERY_MS, MAX_LIFETIME_MS } from './constants.ts';
import type { SessionEndReason } from './deadline.ts';
import { clearForceLogout, forceLogoutReason, markForceLogout } from './force-logout.ts';
import { forgetRedirectPaths } from './redirect-path.ts';
import { clearSessionEnd, storeSessionEnd } from './session-end-notice.ts';
import { sessionMachine } from './session-machine.ts';

const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart'] as const;

/** Messages between tabs. */
type Message =
  | { type: 'ACTIVITY' }
  | { type: 'STAY' }
  | { type: 'VERIFY' }
  | { type: 'PASSWORD_CHANGED' }
  | { type: 'SIGNED_IN' }
  | { type: 'ENDED'; ending: SessionEndReason };

export type Session = ReturnType<typeof startSession>;

async function signIn(credentials: Credentials): Promise<Verified> {
  const user = await (credentials.userKind === 'client' ? clientLogin : login)(credentials);
  return { user, endsAt: Date.now() + MAX_LIFETIME_MS };
}

/** Starts this tab's session and synchronizes it with the other tabs. */
export function startSession() {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise(() => verify()),
        login: fromPromise<Verified, Credentials>(({ input }) => signIn(input)),
        logout: fromPromise<void, UserKind>(({ input }) => logout(input)),
        keepAlive: fromPromise(() => refreshSession()),
      },
    }),
    { input: { pathname: () => window.location.pathname } },
  );
  const tabs = new BroadcastChannel('landline-session');
  const broadcast = (message: Message) => tabs.postMessage(message);

  const impersonation = createImpersonation({
    onStart: (client) => setImpersonated(client),
    onStop: () => setImpersonated(null),
  });
  /** Updates this tab's user, then makes all tabs verify the session that they share. */
  function setImpersonated(client: SignedInClient | null): void {
    actor.send({ type: 'IMPERSONATION_CHANGED', client });
    actor.send({ type: 'VERIFY' });
    broadcast({ type: 'VERIFY' });
  }

  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ENDED') actor.send({ type: 'ENDED_ELSEWHERE', ending: data.ending });
    else if (data.type === 'SIGNED_IN') actor.send({ type: 'SIGNED_IN_ELSEWHERE' });
    else if (data.type === 'ACTIVITY') actor.send({ type: 'ACTIVITY_ELSEWHERE' });
    else actor.send(data);
  };
  onSessionEnd(() => actor.send({ type: 'REJECTED' }));
  watchActivity(
    () => actor.getSnapshot().hasTag('signed-in'),
    (type) => {
      const ending = type === 'VISIBLE' && forceLogoutReason();
      if (ending) actor.send({ type: 'ENDED_ELSEWHERE', ending });
      actor.send({ type });
      // While a warning is shown, only an answer to it counts.
      if (type === 'ACTIVITY' && actor.getSnapshot().matches({ authenticated: 'active' }))
        broadcast({ type });
    },
  );

  let wasSignedIn = false;
  let previous = actor.getSnapshot();
  actor.subscribe((snapshot) => {
    const isSignedIn = snapshot.hasTag('signed-in');
    const { user, ending, endedPassively } = snapshot.context;
    impersonation.sync(user?.role === 'ClientUser' ? null : (user?.actingAs ?? null));
    if (isSignedIn && !previous.hasTag('signed-in')) {
      clearSessionEnd();
      clearForceLogout();
    }
    if (isSignedIn && previous.hasTag('signing-in')) broadcast({ type: 'SIGNED_IN' });
    if (wasSignedIn && snapshot.matches('unauthenticated') && ending) {
      storeSessionEnd(ending);
      if (!endedPassively) forgetRedirectPaths();
      // A session that another tab ended is not announced again: a tab that slept would end the next session.
      if (!previous.hasTag('signed-in')) {
        markForceLogout(ending);
        broadcast({ type: 'ENDED', ending });
      }
    }
    if (isSignedIn || snapshot.matches('unauthenticated')) wasSignedIn = isSignedIn;
    previous = snapshot;
  });
  actor.start();
  stopOnBack(
    impersonation,
    waitFor(actor, (state) => state.hasTag('settled')),
  );
  if (document.hidden) actor.send({ type: 'HIDDEN' });

  const sendToAllTabs = (type: 'STAY' | 'VERIFY' | 'PASSWORD_CHANGED') => {
    actor.send({ type });
    broadcast({ type });
  };
  return {
    actor,
    impersonation,
    /** Resolves with the user once known; null when signed out. Throws when the server cannot be reached. */
    async user(): Promise<User | null> {
      const snapshot = await waitFor(actor, (state) => state.hasTag('settled'));
      if (snapshot.matches('unreachable')) throw new ApiError(0, snapshot.context.problem ?? undefined);
      return snapshot.hasTag('signed-in') ? snapshot.context.user : null;
    },
    signOut: () => actor.send({ type: 'SIGN_OUT' }),
    stay: () => sendToAllTabs('STAY'),
    /** Verifies the session again after a change of name, email or products. */
    verify: () => sendToAllTabs('VERIFY'),
    /** Signs out after a delay that leaves time to read the message (spec 000 §4). */
    passwordChanged: () => sendToAllTabs('PASSWORD_CHANGED'),
  };
}

/** Reports user activity (mouse, key, scroll, touch, click), throttled, and the tab's visibility. */
function watchActivity(
  isWatched: () => boolean,
  report: (type: 'ACTIVITY' | 'HIDDEN' | 'VISIBLE') => void,
): void {
  let reportedAt = 0;
  const onActivity = () => {
    const now = Date.now();
    if (now - reportedAt < ACTIVITY_EVERY_MS || !isWatched()) return;
    reportedAt = now;
    report('ACTIVITY');
  };
  for (const name of ACTIVITY_EVENTS) {
    window.addEventListener(name, onActivity, { passive: true, capture: true });
  }
  document.addEventListener('visibilitychange', () => report(document.hidden ? 'HIDDEN' : 'VISIBLE'));
}
