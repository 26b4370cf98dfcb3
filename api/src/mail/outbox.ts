import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type OutboxMail, outboxMail } from './contract.ts';
import type { Mail } from './mailer.ts';

/** As many mails are kept, the newest. */
const KEPT = 200;

const directoryIn = (dataDir: string) => path.join(dataDir, 'outbox');

/** Keeps a mail as a file that its owner alone can read: it may hold a link that opens an account. */
export async function keepInOutbox(dataDir: string, mail: Mail): Promise<void> {
  const directory = directoryIn(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const at = new Date().toISOString();
  const id = `${at.replaceAll(/[^\dT]/g, '')}-${randomUUID()}`;
  const kept: OutboxMail = { id, at, ...mail };
  const file = path.join(directory, `${id}.json`);
  await writeFile(`${file}.new`, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  const old = (await namesIn(directory)).slice(KEPT);
  await Promise.all(old.map((name) => rm(path.join(directory, name), { force: true })));
}

/** What is in the outbox, the newest first. */
export async function readOutbox(dataDir: string): Promise<OutboxMail[]> {
  const directory = directoryIn(dataDir);
  const names = await namesIn(directory);
  return Promise.all(
    names.map(async (name) =>
      outboxMail.parse(JSON.parse(await readFile(path.join(directory, name), 'utf8'))),
    ),
  );
}

async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
}
