import path from 'node:path';
import { withSecrets } from '@landline/runtime/process/environment';
import type { Command } from 'commander';
import type { Verification } from '../anchor/verifier.ts';
import { givenKey } from '../anchor/verify.ts';
import type { Manifest } from '../backup/archive.ts';
import { createBackup } from '../backup/create.ts';
import { restoreBackup } from '../backup/restore.ts';
import { verifyBackup } from '../backup/verify.ts';
import type { Services } from '../services-file.ts';
import { parseTime } from './arguments.ts';
import { connect, dataDir, openApi } from './connection.ts';
import { print, printJson } from './output.ts';

interface Options {
  json?: boolean;
}

/** `backup create|verify|restore`: the log and the secrets in one file. */
export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('back up and restore the event log and the secrets');
  backup
    .command('create')
    .description('back up the running instance without stopping it')
    .argument('<file>')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json }: Options) => {
      const api = await openApi(); // an unreachable API is noticed before the backup is made
      const made = await createBackup({ dataDir: dataDir(), ...(await services()) }, file);
      await api.call('POST', '/api/admin/backups', { madeAt: made.createdAt });
      printManifest(made, `${file} holds`, json);
    });
  backup
    .command('record')
    .description('record that a backup was made by other means, for the alert about old backups')
    .argument('[time]', 'date or time of the backup; now by default', parseTime)
    .action(async (time = new Date().toISOString()) => {
      const api = await openApi();
      await api.call('POST', '/api/admin/backups', { madeAt: new Date(time).toISOString() });
      print(`Recorded a backup of ${time}`);
    });
  backup
    .command('verify')
    .description('verify the checksums of a backup, and its event log against its anchors')
    .argument('<file>')
    .option('--key <file>', 'PEM file with the trusted public key; that of the backup by default')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json, key }: Options & { key?: string }) => {
      const { manifest, log } = await verifyBackup(file, await givenKey(key));
      if (json) printJson({ ...manifest, log });
      else printManifest(manifest, `${file} is intact and holds`, false);
      if (log?.misfit) {
        if (!json)
          print(`MISMATCH: position ${log.misfit.position}, ${log.misfit.type}: ${log.misfit.reason}`);
        process.exitCode = 1;
      } else if (!json) print(log ? fitting(log) : manifest.eventId === undefined ? NO_KEY : NO_LOG);
    });
  backup
    .command('restore')
    .description('create an installation from a backup in an empty DATA_DIR; then run npm start')
    .argument('<file>')
    .option(
      '--erasures <file>',
      'erasures.ndjson of the previous installation, so that erased personal data stays erased',
    )
    .option('--no-erasures', 'confirm that no personal data was erased')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json, erasures }: Options & { erasures?: string | boolean }) => {
      if (erasures === undefined || erasures === true)
        throw new Error(
          'Pass the erasure ledger with --erasures <file>, or confirm with --no-erasures that nothing was erased',
        );
      const ledger = erasures === false ? undefined : path.resolve(erasures);
      const restored = await restoreBackup(path.resolve(file), dataDir(), ledger, externalServices());
      printManifest(restored, `${dataDir()} now holds`, json);
      if (process.env.DATABASE_URL && !json)
        print(`JWT_SECRET is in ${path.join(dataDir(), 'jwt-secret')}, the key of the anchors beside it`);
    });
}

/** Returns the services named by DATABASE_URL and EVENTSTORE_URL, or those of the running instance. */
async function services(): Promise<
  Pick<Services, 'databaseUrl' | 'eventStoreUrl' | 'eventStoreDatabaseUrl'>
> {
  const { databaseUrl, eventStoreUrl } = externalServices();
  return databaseUrl && eventStoreUrl ? { databaseUrl, eventStoreUrl } : await connect();
}

function externalServices() {
  const { DATABASE_URL, EVENTSTORE_URL } = withSecrets();
  return { databaseUrl: DATABASE_URL || undefined, eventStoreUrl: EVENTSTORE_URL || undefined };
}

const NO_KEY = 'The backup holds no key, so its log was not verified against anchors: pass --key';
const NO_LOG = 'Its log is in the event store: verify it with landline events verify';

const fitting = ({ anchored, anchors }: Verification) =>
  anchors === 0 ? 'The log was never anchored' : `${anchored} events match ${anchors} anchors`;

function printManifest(manifest: Manifest, what: string, json: boolean | undefined): void {
  const { events, eventId, position, createdAt } = manifest;
  const contents =
    eventId === undefined
      ? `${events} events up to position ${position}`
      : `all but the log, which is needed up to position ${position}`;
  if (json) printJson(manifest);
  else print(`${what} ${contents}, created ${createdAt}`);
}
