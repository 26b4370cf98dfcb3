import path from 'node:path';
import { withSecrets } from '@landline/runtime/process/environment';
import type { Command } from 'commander';
import { mismatchText, type Verification } from '../anchor/verifier.ts';
import { readPublicKey } from '../anchor/verify.ts';
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

/** Adds the `backup` commands. A backup is one file with the event log and the secrets. */
export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('back up and restore the event log and the secrets');
  backup
    .command('create')
    .description('back up the running instance without stopping it')
    .argument('<file>')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json }: Options) => {
      const api = await openApi(); // fail before the backup if the API is unreachable
      const manifest = await createBackup({ dataDir: dataDir(), ...(await services()) }, file);
      await api.call('POST', '/api/admin/backups', { madeAt: manifest.createdAt });
      printManifest(manifest, `${file} contains`, json);
    });
  backup
    .command('record')
    .description('record a backup made with another tool, which resets the alert about old backups')
    .argument('[time]', 'date or time of the backup (default: now)', parseTime)
    .action(async (time = new Date().toISOString()) => {
      const api = await openApi();
      await api.call('POST', '/api/admin/backups', { madeAt: new Date(time).toISOString() });
      print(`Recorded the backup of ${time}`);
    });
  backup
    .command('verify')
    .description('verify the checksums of a backup, and its event log against the signed anchors')
    .argument('<file>')
    .option('--key <file>', 'PEM file with the trusted public key (default: the key in the backup)')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json, key }: Options & { key?: string }) => {
      const { manifest, log } = await verifyBackup(file, await readPublicKey(key));
      if (json) printJson({ ...manifest, log });
      else printManifest(manifest, `${file} is intact and contains`, false);
      if (log?.mismatch) {
        if (!json) print(`MISMATCH: ${mismatchText(log.mismatch)}`);
        process.exitCode = 1;
      } else if (!json) print(log ? verificationText(log) : manifest.eventId === undefined ? NO_KEY : NO_LOG);
    });
  backup
    .command('restore')
    .description('restore a backup into an empty DATA_DIR; then run npm start')
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
      printManifest(restored, `${dataDir()} now contains`, json);
      if (process.env.DATABASE_URL && !json)
        print(
          `JWT_SECRET is in ${path.join(dataDir(), 'jwt-secret')}; the anchor key is in the same directory`,
        );
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

const NO_KEY = 'The log was not verified against its anchors because the backup contains no key; pass --key';
const NO_LOG = 'The event log is not in the backup; verify it with landline events verify';

const verificationText = ({ anchored, anchors }: Verification) =>
  anchors === 0 ? 'The log has no anchors' : `${anchored} events match ${anchors} anchors`;

function printManifest(manifest: Manifest, intro: string, json: boolean | undefined): void {
  const { events, eventId, position, createdAt } = manifest;
  const contents =
    eventId === undefined
      ? `${events} events up to position ${position}`
      : `everything except the event log, which must reach position ${position}`;
  if (json) printJson(manifest);
  else print(`${intro} ${contents}, created ${createdAt}`);
}
