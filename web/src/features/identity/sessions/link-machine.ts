import type { PasswordLinkPurpose } from '@landline/api/identity/sessions/contract';
import { assign, fromPromise, setup } from 'xstate';
import { messageOr } from '../../../shared/http/errors.ts';
import { SETUP } from '../../../shared/messages.ts';
import { notProvided } from '../../../shared/not-provided.ts';
import { type Credentials, LOGIN_PATHS, type UserKind } from '../../platform/session/user.ts';
import type { LinkValidation } from './api/links.ts';

export interface LinkInput {
  userKind: UserKind;
  token: string;
  /** Purpose from the URL until the server returns it. */
  purpose: PasswordLinkPurpose;
}

export interface Password {
  password: string;
  confirmPassword: string;
}

interface Context extends LinkInput {
  user: LinkValidation['user'] | null;
  password: string;
  problem: string | null;
}

type LinkEvent = ({ type: 'SUBMIT'; problem: string | null } & Password) | { type: 'EDIT' };

/**
 * A setup or reset link (spec 000 §4): validated, then completed through the form. Setup signs the user in, or leads
 * to the login page if that fails. `output.to` is the redirect; null when the sign-in redirects.
 */
export const linkMachine = setup({
  types: {
    context: {} as Context,
    events: {} as LinkEvent,
    input: {} as LinkInput,
    output: {} as { to: string | null },
  },
  actors: {
    validate: fromPromise<LinkValidation, LinkInput>(notProvided('validate')),
    complete: fromPromise<void, LinkInput & Password>(notProvided('complete')),
    signIn: fromPromise<void, Credentials>(notProvided('signIn')),
  },
  actions: { forget: assign({ password: '' }) },
}).createMachine({
  id: 'link',
  context: ({ input }) => ({ ...input, user: null, password: '', problem: null }),
  initial: 'opened',
  states: {
    opened: {
      always: [
        {
          guard: ({ context }) => context.token === '',
          target: 'invalid',
          actions: assign({ problem: SETUP.noToken }),
        },
        { target: 'validating' },
      ],
    },
    validating: {
      invoke: {
        src: 'validate',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.valid,
            target: 'form',
            actions: assign({
              user: ({ event }) => event.output.user ?? null,
              purpose: ({ event }) => event.output.purpose,
            }),
          },
          {
            target: 'invalid',
            actions: assign({ problem: ({ event }) => event.output.error ?? SETUP.invalid }),
          },
        ],
        onError: {
          target: 'invalid',
          actions: assign({
            problem: ({ event }) => messageOr(event.error, SETUP.unreachable, SETUP.unreachable),
          }),
        },
      },
    },
    invalid: {},
    form: {
      on: {
        EDIT: { actions: assign({ problem: null }) },
        SUBMIT: [
          {
            guard: ({ event }) => event.problem !== null,
            actions: assign({ problem: ({ event }) => event.problem }),
          },
          {
            target: 'submitting',
            actions: assign({ problem: null, password: ({ event }) => event.password }),
          },
        ],
      },
    },
    submitting: {
      invoke: {
        src: 'complete',
        input: ({ context }) => ({ ...context, confirmPassword: context.password }),
        onDone: [
          {
            guard: ({ context }) => context.purpose === 'setup' && context.user !== null,
            target: 'signingIn',
          },
          { target: 'done', actions: 'forget' },
        ],
        onError: {
          target: 'form',
          actions: [
            'forget',
            assign({
              problem: ({ context, event }) =>
                messageOr(event.error, SETUP.failed[context.purpose], SETUP.network),
            }),
          ],
        },
      },
    },
    signingIn: {
      invoke: {
        src: 'signIn',
        input: ({ context }) => ({
          userKind: context.userKind,
          email: context.user?.email ?? '',
          password: context.password,
        }),
        onDone: { target: 'signedIn', actions: 'forget' },
        onError: { target: 'done', actions: 'forget' },
      },
    },
    signedIn: { type: 'final', output: { to: null } },
    done: {
      type: 'final',
      output: ({ context }: { context: Context }) => ({
        to: `${LOGIN_PATHS[context.userKind]}?${context.purpose === 'reset' ? 'reset=success' : 'setup=complete'}`,
      }),
    },
  },
  output: ({ event }) => event.output as { to: string | null },
});
