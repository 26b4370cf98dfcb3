import { expect, test } from 'vitest';
import { processProgress } from './progress.ts';
import { repeatUntilAborted } from './repeat-until-aborted.ts';

test('forgets its loop when the error handler throws', async () => {
  const fail = () => Promise.reject(new Error('refused'));
  const rethrow = (error: unknown) => {
    throw error;
  };
  await expect(repeatUntilAborted(new AbortController().signal, fail, rethrow)).rejects.toThrow('refused');
  expect(processProgress().stuckSince).toBeUndefined();
});

test('repeats the work after it ends or fails, until the signal aborts', async () => {
  const shutdown = new AbortController();
  const errors: unknown[] = [];
  let runs = 0;
  await repeatUntilAborted(
    shutdown.signal,
    async (onSuccess) => {
      runs++;
      if (runs === 1) throw new Error('refused');
      onSuccess();
      if (runs === 3) shutdown.abort();
    },
    (error) => errors.push(error),
  );
  expect(runs).toBe(3);
  expect(errors).toMatchObject([{ message: 'refused' }]);
});
