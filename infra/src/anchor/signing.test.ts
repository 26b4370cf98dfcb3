import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFile, signingKey } from './signing.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-signing-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('a stop while the key is created leaves no incomplete key', async () => {
  for (let i = 0; i < 50; i++) {
    const dataDir = path.join(directory, String(i));
    let isCreated = false;
    const creation = signingKey(dataDir, undefined).finally(() => {
      isCreated = true;
    });
    while (!isCreated) {
      // A stop at this moment would leave this file.
      const stored = await readFileIfExists(keyFile(dataDir));
      if (stored !== undefined) expect(() => createPrivateKey(stored)).not.toThrow();
    }
    await creation;
  }
});

test('keeps the key that another process created first', async () => {
  const dataDir = path.join(directory, 'shared');
  const keys = await Promise.allSettled([signingKey(dataDir, undefined), signingKey(dataDir, undefined)]);
  const stored = createPrivateKey((await readFileIfExists(keyFile(dataDir))) ?? '');
  const created = keys.flatMap((key) => (key.status === 'fulfilled' ? [key.value] : []));
  expect(created.length).toBeGreaterThan(0);
  for (const key of created) expect(key.equals(stored)).toBe(true);
});
