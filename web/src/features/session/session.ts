import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError, NETWORK_ERROR } from '../../shared/http/errors.ts';
import { onSessionEnd, refreshSession } from '../../shared/http/request.ts';
import { login } from './api/login.ts';
import { logout } from './api/logout.ts';
import { verify } from './api/verify.ts';
import { type Ending, sessionMachine } from './machine.ts';
import type { Credentials, User } from './user.ts';

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const ACTIVITY_EVERY_MS = 30_000;

/** What tabs tell each other. */
type Message = { type: 'ACTIVITY' } | { type: 'STAY' } | { type: 'ENDED'; ending: Ending };

export type Session = ReturnType<typeof startSession>;

/** Starts the session of this tab and keeps it in step with the other tabs. */
export function startSession() {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        verify: fromPromise(() => verify()),
        login: fromPromise<User, Credentials>(({ input }) => login(input)),
        logout: fromPromise(() => logout()),
        keepAlive: fromPromise(() => refreshSession()),
      },
    }),
  );
  const tabs = new BroadcastChannel('landline-session');
  const tell = (message: Message) => tabs.postMessage(message);

  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ENDED') actor.send({ type: 'ENDED_ELSEWHERE', ending: data.ending });
    else actor.send(data);
  };
  onSessionEnd(() => actor.send({ type: 'LOST' }));

  let lastActivity = 0;
  const onActivity = () => {
    const now = Date.now();
    if (now - lastActivity < ACTIVITY_EVERY_MS || !actor.getSnapshot().hasTag('signed-in')) return;
    lastActivity = now;
    actor.send({ type: 'ACTIVITY' });
    tell({ type: 'ACTIVITY' });
  };
  for (const name of ACTIVITY_EVENTS) window.addEventListener(name, onActivity, { passive: true });

  let signedIn = false;
  actor.subscribe((snapshot) => {
    const now = snapshot.hasTag('signed-in');
    const { ending } = snapshot.context;
    if (signedIn && snapshot.matches('unauthenticated') && ending) tell({ type: 'ENDED', ending });
    if (now || snapshot.matches('unauthenticated')) signedIn = now;
  });
  actor.start();

  return {
    actor,
    /** Who is signed in, once that is known: null when nobody is. Throws when the server cannot be reached. */
    async user(): Promise<User | null> {
      const snapshot = await waitFor(actor, (state) => state.hasTag('settled'));
      if (snapshot.matches('unreachable')) throw new ApiError(0, snapshot.context.problem ?? NETWORK_ERROR);
      return snapshot.hasTag('signed-in') ? snapshot.context.user : null;
    },
    stay() {
      actor.send({ type: 'STAY' });
      tell({ type: 'STAY' });
    },
  };
}
