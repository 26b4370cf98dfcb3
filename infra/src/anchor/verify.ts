import { createPublicKey, type KeyObject } from 'node:crypto';
import { openEventStore } from '@landline/runtime/event-store/connection';
import { readMessages } from '@landline/runtime/event-store/read-messages';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { decodeReadEvent } from '../event-store/recorded-event.ts';
import { readRows } from './event-rows.ts';
import { keyFile } from './signing.ts';
import { type KnownAnchor, LogVerifier, type Verification } from './verifier.ts';

/**
 * Source of the log: an event store, or messages received from one. `eventStoreDatabaseUrl` selects the rows of an
 * embedded event store, which contain more than readers receive.
 */
export type LogSource =
  | { readonly eventStoreUrl: string; readonly eventStoreDatabaseUrl?: string | undefined }
  | { readonly messages: AsyncIterable<Buffer> };

interface VerifyOptions {
  readonly source: LogSource;
  readonly key: KeyObject;
  readonly lastAnchor: KnownAnchor | undefined;
  readonly onProgress?: (events: number) => void;
}

const PROGRESS_EVERY = 4_096;

/** Verifies the log against its anchors. */
export async function verifyLog({
  source,
  key,
  lastAnchor,
  onProgress,
}: VerifyOptions): Promise<Verification> {
  const verifier = new LogVerifier(key);
  let eventCount = 0;
  const count = () => {
    if (++eventCount % PROGRESS_EVERY === 0) onProgress?.(eventCount);
  };
  const addMessages = async (messages: AsyncIterable<Buffer>) => {
    for await (const message of messages) {
      const event = decodeReadEvent(message);
      if (event !== undefined) verifier.add({ position: event.position, event, fault: undefined });
      count();
    }
    return verifier.finish(lastAnchor);
  };
  if ('messages' in source) return addMessages(source.messages);
  if (source.eventStoreDatabaseUrl !== undefined) {
    await readRows(source.eventStoreDatabaseUrl, (row) => {
      if (!verifier.isDecided) verifier.add(row);
      count();
    });
    return verifier.finish(lastAnchor);
  }
  const client = openEventStore(source.eventStoreUrl);
  try {
    return await addMessages(await readMessages(client, 0));
  } finally {
    await client.dispose();
  }
}

/** Returns the public key in a PEM file, or the one derived from `ANCHOR_KEY` if no file is given. */
export async function readPublicKey(file: string | undefined): Promise<KeyObject | undefined> {
  const { ANCHOR_KEY } = process.env;
  if (file !== undefined) return await keyIn(file);
  return ANCHOR_KEY ? createPublicKey(ANCHOR_KEY) : undefined;
}

/** Returns the public key in `file` (PEM) or `ANCHOR_KEY`; without either, the installation's own. */
export async function trustedKey(dataDir: string, file: string | undefined): Promise<KeyObject> {
  return (await readPublicKey(file)) ?? (await keyIn(keyFile(dataDir)));
}

async function keyIn(file: string): Promise<KeyObject> {
  const pem = await readFileIfExists(file);
  if (pem === undefined)
    throw new Error(
      `${file} does not exist. If the log was anchored on another machine, pass the public key with --key`,
    );
  return createPublicKey(pem);
}
