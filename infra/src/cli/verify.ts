import type { Command } from 'commander';
import { readLastAnchor } from '../anchor/last-anchor-file.ts';
import { keyIdOf } from '../anchor/signing.ts';
import type { Verification } from '../anchor/verifier.ts';
import { trustedKey, verifyLog } from '../anchor/verify.ts';
import { connect, dataDir } from './connection.ts';
import { print, printJson, progressBar } from './output.ts';

interface VerifyOptions {
  key?: string;
  asReader?: boolean;
  json?: boolean;
}

/** `events verify` and `events key`: verifies that the log is what was signed. */
export function addVerifyCommands(events: Command): void {
  events
    .command('verify')
    .description('verify the event log against its signed anchors and name the first mismatch')
    .option('--key <file>', 'PEM file with the trusted public key; that of DATA_DIR by default')
    .option('--as-reader', 'read the log through the event store, not from its table')
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
        kept: await readLastAnchor(dataDir()),
        onProgress: (done) => bar.update(done, done),
      });
      bar.stop();
      const seconds = (performance.now() - started) / 1_000;
      if (json) printJson({ ...verification, keyId: keyIdOf(key), seconds });
      else printVerification(verification, seconds);
      if (verification.misfit !== null) process.exitCode = 1;
    });
  events
    .command('key')
    .description('print the public key of the anchors, to be kept elsewhere')
    .action(async () => {
      const key = await trustedKey(dataDir(), undefined);
      print(key.export({ type: 'spki', format: 'pem' }).toString().trim());
    });
}

function printVerification(verification: Verification, seconds: number): void {
  const { events, anchored, anchors, anchoredAt, tail, misfit, root } = verification;
  print(`Read ${events} events in ${seconds.toFixed(1)} s`);
  if (misfit !== null) {
    const { position, stream, revision, type, reason } = misfit;
    print(`MISMATCH: position ${position}, ${type} at ${stream}@${revision ?? 'end'}: ${reason}`);
    print(`The ${anchored} events before its anchor match`);
    return;
  }
  if (anchoredAt === null) print('No event is anchored yet');
  else print(`${anchored} events match ${anchors} anchors, the last from ${anchoredAt}, root ${root}`);
  print(
    tail === 0 ? 'Every event is anchored' : `Not anchored yet: ${tail} ${tail === 1 ? 'event' : 'events'}`,
  );
}
