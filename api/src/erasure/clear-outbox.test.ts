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

const keep = (name: string, to: string) => writeFile(path.join(outbox, name), `To: ${to}\n\nHello`);

test('kept mail to a person goes, whatever its letters; that of others stays', async () => {
  await mkdir(outbox);
  await keep('1.eml', 'Ada@Example.com');
  await keep('2.eml', 'grace@example.com');
  await clearOutbox(dataDir, ['ada@example.com', 'ada@old.example.com']);
  expect(await readdir(outbox)).toEqual(['2.eml']);
});

test('where no mail is kept there is nothing to do', () =>
  expect(clearOutbox(dataDir, ['ada@example.com'])).resolves.toBeUndefined());

test('a kept mail that cannot be read may be theirs: nobody is told that they are erased', async () => {
  await mkdir(path.join(outbox, '1.eml'), { recursive: true });
  await keep('2.eml', 'ada@example.com');
  await expect(clearOutbox(dataDir, ['ada@example.com'])).rejects.toThrow('EISDIR');
  expect(await readdir(outbox)).toEqual(['1.eml']);
  await rm(path.join(outbox, '1.eml'), { recursive: true });
  await clearOutbox(dataDir, ['ada@example.com']);
});

test('an outbox that cannot be read is not taken for an empty one', async () => {
  await writeFile(outbox, 'no folder');
  await expect(clearOutbox(dataDir, ['ada@example.com'])).rejects.toThrow('ENOTDIR');
});
