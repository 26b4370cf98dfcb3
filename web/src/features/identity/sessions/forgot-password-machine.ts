import { assign, fromPromise, raise, setup } from 'xstate';
import { messageOr } from '../../../shared/http/errors.ts';
import { FORGOT_PASSWORD } from '../../../shared/messages.ts';
import { notProvided } from '../../../shared/not-provided.ts';
import type { Notice } from '../../../shared/notice/use-notice.ts';
import type { UserKind } from '../../platform/session/user.ts';
import { FORGOT_REVERTS_MS, FORGOT_TIMEOUT_MS, MESSAGE_MS } from './constants.ts';

interface Input {
  userKind: UserKind;
  /** True for the card on the client login page, false for the staff page. */
  isCard: boolean;
}

type ForgotPasswordEvent =
  | { type: 'OPEN' }
  | { type: 'CLOSE' }
  | { type: 'SUBMIT'; email: string }
  | { type: 'EDIT' }
  | { type: 'NOTIFY'; notice: Notice };

const failure = (text: string) => ({ type: 'NOTIFY', notice: { text, kind: 'error' } }) as const;

/** Returns the error of an email address (spec 000 §5), or null. */
function emailProblem(email: string): string | null {
  if (email.trim() === '') return FORGOT_PASSWORD.required;
  return email.includes('@') ? null : FORGOT_PASSWORD.invalid;
}

/** Forgot-password flow; the client's card returns to the login 3 s after sending (spec 000 §4). */
export const forgotPasswordMachine = setup({
  types: {
    context: {} as Input & { notice: Notice | null },
    events: {} as ForgotPasswordEvent,
    input: {} as Input,
  },
  actors: {
    send: fromPromise<string | undefined, { userKind: UserKind; email: string }>(notProvided('send')),
  },
  delays: {
    timeout: FORGOT_TIMEOUT_MS,
    revert: FORGOT_REVERTS_MS,
    leave: MESSAGE_MS.forgotPassword,
  },
}).createMachine({
  id: 'forgot-password',
  context: ({ input }) => ({ ...input, notice: null }),
  type: 'parallel',
  states: {
    card: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: ({ context }) => context.isCard, target: 'closed' }, 'editing'] },
        closed: { on: { OPEN: { target: 'editing', actions: assign({ notice: null }) } } },
        editing: {
          on: {
            CLOSE: { target: 'closed', actions: assign({ notice: null }) },
            EDIT: { actions: assign({ notice: null }) },
            SUBMIT: [
              {
                guard: ({ event }) => emailProblem(event.email) !== null,
                actions: raise(({ event }) => failure(emailProblem(event.email) ?? '')),
              },
              { target: 'sending', actions: assign({ notice: null }) },
            ],
          },
        },
        sending: {
          on: { CLOSE: 'closed' },
          after: {
            timeout: { target: 'editing', actions: raise(failure(FORGOT_PASSWORD.network)) },
          },
          invoke: {
            src: 'send',
            input: ({ context, event }) => {
              if (event.type !== 'SUBMIT') throw new Error(`Cannot send on ${event.type}`);
              return { userKind: context.userKind, email: event.email.trim() };
            },
            onDone: {
              target: 'sent',
              actions: raise(({ event }) => ({
                type: 'NOTIFY',
                notice: {
                  text: event.output ?? FORGOT_PASSWORD.sent,
                  kind: 'success',
                  // On the login form, which replaces the card.
                  forMs: MESSAGE_MS.forgotPassword - FORGOT_REVERTS_MS,
                },
              })),
            },
            onError: {
              target: 'editing',
              actions: raise(({ context, event }) =>
                failure(
                  messageOr(event.error, FORGOT_PASSWORD.failed[context.userKind], FORGOT_PASSWORD.network),
                ),
              ),
            },
          },
        },
        sent: {
          on: { CLOSE: 'closed' },
          after: {
            revert: [{ guard: ({ context }) => context.isCard, target: 'closed' }, { target: 'editing' }],
          },
        },
      },
    },
    notice: {
      initial: 'hidden',
      on: { NOTIFY: { target: '.shown', actions: assign({ notice: ({ event }) => event.notice }) } },
      states: {
        hidden: {},
        shown: { after: { leave: { target: 'hidden', actions: assign({ notice: null }) } } },
      },
    },
  },
});
