import path from 'node:path';
import type { Command } from 'commander';
import type { Verification } from '../anchor/verifier.ts';
import { givenKey } from '../anchor/verify.ts';
import type { Manifest } from '../backup/archive.ts';
import { createBackup } from '../backup/create.ts';
import { restoreBackup } from '../backup/restore.ts';
import { verifyBackup } from '../backup/verify.ts';
import { connect, dataDir } from './connection.ts';
import { say, sayJson } from './output.ts';

interface Options {
  json?: boolean;
}

/** `backup create|verify|restore`: the log and the secrets in one file. */
export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('the log and the secrets in one file');
  backup
    .command('create')
    .description('back up the running instance, while it goes on')
    .argument('<file>')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json }: Options) => {
      const { databaseUrl, eventStoreDatabaseUrl } = await connect();
      if (eventStoreDatabaseUrl === undefined)
        throw new Error('The event store is a cluster of your own: back it up by its own means');
      const made = await createBackup({ dataDir: dataDir(), databaseUrl, eventStoreDatabaseUrl }, file);
      told(made, `${file} holds`, json);
    });
  backup
    .command('verify')
    .description('read a backup to its end: its checksums, and its log against its anchors')
    .argument('<file>')
    .option(
      '--key <file>',
      'PEM: the key that is trusted, where the backup holds none or is not to be believed',
    )
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json, key }: Options & { key?: string }) => {
      const { manifest, log } = await verifyBackup(file, await givenKey(key));
      if (json) sayJson({ ...manifest, log });
      else told(manifest, `${file} is whole, and holds`, false);
      if (log?.misfit) {
        if (!json)
          say(`DOES NOT FIT: position ${log.misfit.position}, ${log.misfit.type}: ${log.misfit.reason}`);
        process.exitCode = 1;
      } else if (!json)
        say(log ? fitting(log) : 'It holds no key, so its log was held against no anchors: give --key');
    });
  backup
    .command('restore')
    .description('make an installation of a backup, in an empty DATA_DIR; then npm start')
    .argument('<file>')
    .option(
      '--erasures <file>',
      'erasures.ndjson of the installation that was: who was erased since stays erased',
    )
    .option('--no-erasures', 'nobody was ever erased')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json, erasures }: Options & { erasures?: string | boolean }) => {
      if (erasures === undefined || erasures === true)
        throw new Error('Say who was erased since the backup: --erasures <file>, or --no-erasures');
      const ledger = erasures === false ? undefined : path.resolve(erasures);
      const restored = await restoreBackup(path.resolve(file), dataDir(), ledger);
      told(restored, `${dataDir()} has`, json);
    });
}

const fitting = ({ anchored, anchors }: Verification) =>
  anchors === 0 ? 'It was never anchored' : `${anchored} of them fit ${anchors} anchors`;

function told(manifest: Manifest, what: string, json: boolean | undefined): void {
  if (json) sayJson(manifest);
  else say(`${what} ${manifest.events} events up to position ${manifest.position}, of ${manifest.createdAt}`);
}
