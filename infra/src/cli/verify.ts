import type { Command } from 'commander';
import { readHeadFile } from '../anchor/head-file.ts';
import { keyIdOf } from '../anchor/signing.ts';
import type { Verification } from '../anchor/verifier.ts';
import { trustedKey, verifyLog } from '../anchor/verify.ts';
import { connect, dataDir } from './connection.ts';
import { progressBar, say, sayJson } from './output.ts';

interface VerifyOptions {
  key?: string;
  asReader?: boolean;
  json?: boolean;
}

/** `events verify` and `events key`: proves that the log is what was signed. */
export function addVerifyCommands(events: Command): void {
  events
    .command('verify')
    .description('prove the log against its anchors, and name the first event that does not fit')
    .option('--key <file>', 'the public key to trust (PEM); that of DATA_DIR when not given')
    .option('--as-reader', 'read the log as every reader does, not the rows of the embedded event store')
    .option('--json', 'print one JSON object')
    .action(async ({ key: keyFile, asReader, json = false }: VerifyOptions) => {
      const services = await connect();
      const key = await trustedKey(dataDir(), keyFile);
      const { eventStoreUrl, eventStoreDatabaseUrl } = services;
      const bar = progressBar('Verifying', 'events', json);
      const started = performance.now();
      const verification = await verifyLog({
        source: { eventStoreUrl, eventStoreDatabaseUrl: asReader ? undefined : eventStoreDatabaseUrl },
        key,
        kept: await readHeadFile(dataDir()),
        onProgress: (done) => bar.update(done, done),
      });
      bar.stop();
      const seconds = (performance.now() - started) / 1_000;
      if (json) sayJson({ ...verification, keyId: keyIdOf(key), seconds });
      else sayVerification(verification, seconds);
      if (verification.misfit !== null) process.exitCode = 1;
    });
  events
    .command('key')
    .description('print the public key that anchors are signed with, to be kept elsewhere')
    .action(async () => {
      const key = await trustedKey(dataDir(), undefined);
      say(key.export({ type: 'spki', format: 'pem' }).toString().trim());
    });
}

function sayVerification(verification: Verification, seconds: number): void {
  const { events, anchored, anchors, anchoredAt, tail, misfit, root } = verification;
  say(`${events} events read in ${seconds.toFixed(1)} s`);
  if (misfit !== null) {
    const { position, stream, revision, type, reason } = misfit;
    say(`DOES NOT FIT: position ${position}, ${type} at ${stream}@${revision ?? 'end'}: ${reason}`);
    say(`The ${anchored} events before its anchor fit`);
    return;
  }
  if (anchoredAt === null) say('Nothing is anchored yet');
  else say(`${anchored} fit ${anchors} anchors, the last of ${anchoredAt}, root ${root}`);
  say(
    tail === 0
      ? 'Every event is proven'
      : `${tail} ${tail === 1 ? 'event' : 'events'} behind the last anchor: nothing speaks for ${tail === 1 ? 'it' : 'them'} yet`,
  );
}
