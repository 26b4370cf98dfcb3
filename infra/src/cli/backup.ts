import path from 'node:path';
import type { Command } from 'commander';
import type { Verification } from '../anchor/verifier.ts';
import { givenKey } from '../anchor/verify.ts';
import type { Manifest } from '../backup/archive.ts';
import { createBackup } from '../backup/create.ts';
import { restoreBackup } from '../backup/restore.ts';
import { verifyBackup } from '../backup/verify.ts';
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
      const { databaseUrl, eventStoreDatabaseUrl } = await connect();
      if (eventStoreDatabaseUrl === undefined)
        throw new Error('The event store is an external cluster: back it up with its own tools');
      const made = await createBackup({ dataDir: dataDir(), databaseUrl, eventStoreDatabaseUrl }, file);
      await recordBackup(made.createdAt);
      printManifest(made, `${file} holds`, json);
    });
  backup
    .command('record')
    .description('record that a backup was made by other means, for the alert about old backups')
    .argument('[time]', 'date or time of the backup; now by default', parseTime)
    .action(async (time = new Date().toISOString()) => {
      await recordBackup(new Date(time).toISOString());
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
      } else if (!json)
        print(
          log
            ? fitting(log)
            : 'The backup holds no key, so its log was not verified against anchors: pass --key',
        );
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
      for (const name of ['EVENTSTORE_URL', 'DATABASE_URL'])
        if (process.env[name])
          throw new Error(
            `Not restored: a backup can only be restored into the embedded services, and ${name} names another server; unset it`,
          );
      const ledger = erasures === false ? undefined : path.resolve(erasures);
      const restored = await restoreBackup(path.resolve(file), dataDir(), ledger);
      printManifest(restored, `${dataDir()} now holds`, json);
    });
}

/** Records the backup in the event log, with its author. */
async function recordBackup(madeAt: string): Promise<void> {
  await (await openApi()).call('POST', '/api/admin/backups', { madeAt });
}

const fitting = ({ anchored, anchors }: Verification) =>
  anchors === 0 ? 'The log was never anchored' : `${anchored} events match ${anchors} anchors`;

function printManifest(manifest: Manifest, what: string, json: boolean | undefined): void {
  if (json) printJson(manifest);
  else
    print(
      `${what} ${manifest.events} events up to position ${manifest.position}, created ${manifest.createdAt}`,
    );
}
