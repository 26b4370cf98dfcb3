import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { type OutboxMail, outboxMail } from './contract.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Maximum number of emails in the outbox; saving another deletes the oldest. */
const MAX_KEPT = 200;

const directoryIn = (dataDir: string) => path.join(dataDir, 'outbox');

/** Saves an email as a file that only its owner can read: it may contain a link that opens an account. */
export async function saveToOutbox(dataDir: string, mail: Mail): Promise<void> {
  const directory = directoryIn(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const at = new Date().toISOString();
  const id = `${at.replaceAll(/[^\dT]/g, '')}-${randomUUID()}`;
  const saved: OutboxMail = { id, at, ...mail };
  const file = path.join(directory, `${id}.json`);
  await writePrivateFile(file, `${JSON.stringify(saved, undefined, 2)}\n`);
  const old = (await namesIn(directory)).slice(MAX_KEPT);
  await Promise.all(old.map((name) => rm(path.join(directory, name), { force: true })));
}

/** Returns the emails in the outbox, newest first. */
export async function readOutbox(dataDir: string): Promise<OutboxMail[]> {
  const directory = directoryIn(dataDir);
  const names = await namesIn(directory);
  const files = await Promise.all(names.map((name) => readFileIfExists(path.join(directory, name))));
  return files
    .filter((file) => file !== undefined) // the worker may have deleted the oldest since
    .map((file) => outboxMail.parse(JSON.parse(file.toString())));
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
