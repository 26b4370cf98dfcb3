import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

test('a command fails at once without a network', async () => {
  onlineManager.setOnline(false);
  try {
    const mutationFn = () => Promise.reject(new Error('no network'));
    const command = new MutationObserver(createQueryClient(), { mutationFn });
    await expect(command.mutate()).rejects.toThrow('no network');
  } finally {
    onlineManager.setOnline(true);
  }
});
