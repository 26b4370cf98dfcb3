import { expect, test, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

test('loads a value once for all callers', async () => {
  const start = vi.fn(async () => 'value');
  const { load, current } = loadOnce(start);
  expect(current()).toBeUndefined();
  expect(await Promise.all([load(), load()])).toEqual(['value', 'value']);
  expect(current()).toBe('value');
  expect(start).toHaveBeenCalledOnce();
});

test('loads a value again after a failure', async () => {
  const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
  start.mockResolvedValue('value');
  const { load, current } = loadOnce(start);
  await expect(load()).rejects.toThrow('offline');
  expect(current()).toBeUndefined();
  expect(await load()).toBe('value');
});
