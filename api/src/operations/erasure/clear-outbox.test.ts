import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearOutbox } from './clear-outbox.ts';

let dataDir: string;
let outbox: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-clear-outbox-'));
  outbox = path.join(dataDir, 'outbox');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const saveEmail = (name: string, to: string) => writeFile(path.join(outbox, name), `To: ${to}\n\nHello`);

test('deletes emails that mention an address, ignoring case, and keeps others', async () => {
  await mkdir(outbox);
  await saveEmail('1.eml', 'Ada@Example.com');
  await saveEmail('2.eml', 'grace@example.com');
  await clearOutbox(dataDir, ['ada@example.com', 'ada@old.example.com']);
  expect(await readdir(outbox)).toEqual(['2.eml']);
});

test('does nothing without an outbox', () =>
  expect(clearOutbox(dataDir, ['ada@example.com'])).resolves.toBeUndefined());

test('fails if an email cannot be read, after clearing the others', async () => {
  await mkdir(path.join(outbox, '1.eml'), { recursive: true });
  await saveEmail('2.eml', 'ada@example.com');
  await expect(clearOutbox(dataDir, ['ada@example.com'])).rejects.toThrow('EISDIR');
  expect(await readdir(outbox)).toEqual(['1.eml']);
  await rm(path.join(outbox, '1.eml'), { recursive: true });
  await clearOutbox(dataDir, ['ada@example.com']);
});

test('fails if the outbox cannot be read', async () => {
  await writeFile(outbox, 'not a folder');
  await expect(clearOutbox(dataDir, ['ada@example.com'])).rejects.toThrow('ENOTDIR');
});
