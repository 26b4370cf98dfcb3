import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../../shared/http/errors.ts';
import type { UserKind } from '../../platform/session/user.ts';
import { forgotPasswordMachine } from './forgot-password-machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startFlow(userKind: UserKind, send: () => Promise<string | undefined> = async () => undefined) {
  const onSend = vi.fn(send);
  const actor = createActor(
    forgotPasswordMachine.provide({
      actors: {
        send: fromPromise<string | undefined, { userKind: UserKind; email: string }>(({ input, signal }) => {
          requests.push(input);
          signals.push(signal);
          return onSend();
        }),
      },
    }),
    { input: { userKind, isCard: userKind === 'client' } },
  ).start();
  const requests: { userKind: UserKind; email: string }[] = [];
  const signals: AbortSignal[] = [];
  return {
    actor,
    requests,
    signals,
    card: () => actor.getSnapshot().value.card,
    notice: () => actor.getSnapshot().context.notice?.text,
    async submit(email: string) {
      actor.send({ type: 'SUBMIT', email });
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('validates the email address before sending', async () => {
  const { submit, notice, requests } = startFlow('staff');
  await submit('  ');
  expect(notice()).toBe('Please enter your email address');
  await submit('ada');
  expect(notice()).toBe('Please enter a valid email address');
  expect(requests).toEqual([]);
  await submit(' ada@landline.test ');
  expect(requests).toEqual([{ userKind: 'staff', email: 'ada@landline.test' }]);
});

test("closes the client's card after 3 seconds and keeps its message for 10", async () => {
  const { actor, submit, card, notice } = startFlow('client');
  expect(card()).toBe('closed');
  actor.send({ type: 'OPEN' });
  await submit('carl@client.test');
  expect(notice()).toBe('Password reset instructions have been sent to your email');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(card()).toBe('sent');
  await vi.advanceTimersByTimeAsync(100);
  expect(card()).toBe('closed');
  await vi.advanceTimersByTimeAsync(6_900);
  expect(notice()).toBeDefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(notice()).toBeUndefined();
});

test.each([
  { userKind: 'staff', error: new ApiError(500), text: 'Error sending reset code. Please try again.' },
  { userKind: 'client', error: new ApiError(500), text: 'Failed to send reset email. Please try again.' },
  { userKind: 'client', error: new ApiError(429, 'Too often.'), text: 'Too often.' },
  {
    userKind: 'client',
    error: new ApiError(0),
    text: 'Network error. Please check your connection and try again.',
  },
] as const)('reports $text to $userKind', async ({ userKind, error, text }) => {
  const { actor, submit, card, notice } = startFlow(userKind, () => Promise.reject(error));
  actor.send({ type: 'OPEN' });
  await submit('carl@client.test');
  expect(notice()).toBe(text);
  expect(card()).toBe('editing');
});

test('closes the card while sending, aborts the request and ignores its outcome', async () => {
  const { promise, reject } = Promise.withResolvers<undefined>();
  const { actor, submit, card, notice, signals } = startFlow('client', () => promise);
  actor.send({ type: 'OPEN' });
  await submit('carl@client.test');
  expect(card()).toBe('sending');
  actor.send({ type: 'CLOSE' });
  expect(card()).toBe('closed');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  reject(new ApiError(500));
  await vi.advanceTimersByTimeAsync(0);
  expect(notice()).toBeUndefined();
  actor.send({ type: 'OPEN' });
  expect(card()).toBe('editing');
});

test.each(['staff', 'client'] as const)('stops sending for %s after 30 seconds', async (userKind) => {
  const { actor, submit, card, notice, signals } = startFlow(userKind, () => new Promise(() => undefined));
  actor.send({ type: 'OPEN' });
  await submit('carl@client.test');
  await vi.advanceTimersByTimeAsync(29_900);
  expect(card()).toBe('sending');
  await vi.advanceTimersByTimeAsync(100);
  expect(card()).toBe('editing');
  expect(notice()).toBe('Network error. Please check your connection and try again.');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
