import type { KeyObject } from 'node:crypto';
import { LENGTH_BYTES } from '@landline/api/operations/event-log/contract';
import type { Command } from 'commander';
import { readLastAnchor } from '../anchor/last-anchor-file.ts';
import { keyIdOf } from '../anchor/signing.ts';
import { type KnownAnchor, mismatchText, type Verification } from '../anchor/verifier.ts';
import { type LogSource, readPublicKey, trustedKey, verifyLog } from '../anchor/verify.ts';
import { assertLocal, connect, dataDir, isRemote, openApi } from './connection.ts';
import { print, printJson, withProgressBar } from './output.ts';

interface VerifyOptions {
  key?: string;
  asReader?: boolean;
  json?: boolean;
}

/** A log, and the key and last anchor to verify it with. */
interface SignedLog {
  readonly source: LogSource;
  readonly key: KeyObject;
  readonly lastAnchor: KnownAnchor | undefined;
}

/** Adds `events verify`, which verifies the log against its signed anchors, and `events key`. */
export function addVerifyCommands(events: Command): void {
  events
    .command('verify')
    .description('verify the event log against its signed anchors and name the first mismatch')
    .option('--key <file>', 'PEM file with the trusted public key (default: the key in DATA_DIR)')
    .option('--as-reader', 'read the log through the event store, not from its table; always so with --url')
    .option('--json', 'print one JSON object')
    .action(async ({ key: keyFile, asReader, json = false }: VerifyOptions) => {
      const { key, source, lastAnchor } = await (isRemote()
        ? remoteSignedLog(keyFile)
        : localSignedLog(keyFile, asReader));
      const startedAt = performance.now();
      const verification = await withProgressBar('Verifying', 'events', json, (update) =>
        verifyLog({ source, key, lastAnchor, onProgress: (done) => update(done, done) }),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      if (json) printJson({ ...verification, keyId: keyIdOf(key), seconds });
      else printVerification(verification, seconds);
      if (verification.mismatch !== null) process.exitCode = 1;
    });
  events
    .command('key')
    .description('print the public key of the anchors; keep it on another machine')
    .action(async () => {
      assertLocal();
      const key = await trustedKey(dataDir(), undefined);
      print(key.export({ type: 'spki', format: 'pem' }).toString().trim());
    });
}

async function localSignedLog(keyFile: string | undefined, asReader = false): Promise<SignedLog> {
  const { eventStoreUrl, eventStoreDatabaseUrl } = await connect();
  return {
    source: { eventStoreUrl, eventStoreDatabaseUrl: asReader ? undefined : eventStoreDatabaseUrl },
    key: await trustedKey(dataDir(), keyFile),
    lastAnchor: await readLastAnchor(dataDir()),
  };
}

/** Reads the log from the API. Requires a key from this machine, because the remote installation is not trusted. */
async function remoteSignedLog(keyFile: string | undefined): Promise<SignedLog> {
  const key = await readPublicKey(keyFile);
  if (key === undefined)
    throw new Error(
      'Pass the trusted public key with --key. To print it, run "landline events key" on the machine that runs the installation',
    );
  const messages = splitMessages(await (await openApi()).stream('/api/admin/audit/messages'));
  return { source: { messages }, key, lastAnchor: undefined };
}

/** Splits the response into messages. Throws if it ends in the middle of one. */
async function* splitMessages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let remainder: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    remainder = Buffer.concat([remainder, chunk]);
    let at = 0;
    while (remainder.length >= at + LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + remainder.readUInt32BE(at);
      if (remainder.length < end) break;
      yield remainder.subarray(at + LENGTH_BYTES, end);
      at = end;
    }
    remainder = remainder.subarray(at);
  }
  if (remainder.length > 0) throw new Error('The connection ended before the whole log was read');
}

function printVerification(verification: Verification, seconds: number): void {
  const { events, anchored, anchors, anchoredAt, tail, mismatch, root } = verification;
  print(`Read ${events} events in ${seconds.toFixed(1)} s`);
  if (mismatch !== null) {
    print(`MISMATCH: ${mismatchText(mismatch)}`);
    if (anchored > 0) print(`The ${anchored} events covered by earlier anchors match`);
    return;
  }
  if (anchoredAt === null) print('No event is anchored yet');
  else
    print(
      `${anchored} events match ${countText(anchors, 'anchor')}, the last from ${anchoredAt}, root ${root}`,
    );
  print(tail === 0 ? 'Every event is anchored' : `Not anchored yet: ${countText(tail, 'event')}`);
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
