import { createPublicKey, type KeyObject } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { readIfThere } from '@landline/api/if-there';
import { decodeReadEvent } from '../event-store/recorded-event.ts';
import { readMessages } from './read-messages.ts';
import { readRows } from './rows.ts';
import { keyFile } from './signing.ts';
import { type KeptHead, LogVerifier, type Verification } from './verifier.ts';

/** Where the log is. With its own database the rows are read, which hold more than readers receive. */
export interface LogSource {
  readonly eventStoreUrl: string;
  readonly eventStoreDatabaseUrl?: string | undefined;
}

interface VerifyOptions {
  readonly source: LogSource;
  readonly key: KeyObject;
  readonly kept: KeptHead | undefined;
  readonly onProgress?: (events: number) => void;
}

const PROGRESS_EVERY = 4_096;

/** Proves the log against its anchors. */
export async function verifyLog({ source, key, kept, onProgress }: VerifyOptions): Promise<Verification> {
  const verifier = new LogVerifier(key);
  let taken = 0;
  const count = () => {
    if (++taken % PROGRESS_EVERY === 0) onProgress?.(taken);
  };
  if (source.eventStoreDatabaseUrl !== undefined) {
    await readRows(source.eventStoreDatabaseUrl, (row) => {
      if (!verifier.decided) verifier.take(row);
      count();
    });
    return verifier.finish(kept);
  }
  const client = EventStoreDBClient.connectionString(source.eventStoreUrl);
  try {
    for await (const message of await readMessages(client, 0)) {
      const event = decodeReadEvent(message as Buffer);
      if (event !== undefined) verifier.take({ position: event.position, event, fault: undefined });
      count();
    }
    return verifier.finish(kept);
  } finally {
    await client.dispose();
  }
}

/** The key in the file that was named (PEM), else that of `ANCHOR_KEY`. */
export async function givenKey(file: string | undefined): Promise<KeyObject | undefined> {
  const { ANCHOR_KEY } = process.env;
  if (file !== undefined) return await keyIn(file);
  return ANCHOR_KEY ? createPublicKey(ANCHOR_KEY) : undefined;
}

/** What an installation trusts: the key in the given file (PEM), else its own. */
export async function trustedKey(dataDir: string, given: string | undefined): Promise<KeyObject> {
  return (await givenKey(given)) ?? (await keyIn(keyFile(dataDir)));
}

async function keyIn(file: string): Promise<KeyObject> {
  const pem = await readIfThere(file);
  if (pem === undefined) throw new Error(`No key in ${file}: nothing was anchored here yet, or give --key`);
  return createPublicKey(pem);
}
