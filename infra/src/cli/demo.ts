import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Command } from 'commander';
import { ROOT } from '../supervisor/instance.ts';
import { connect, dataDir } from './connection.ts';

export function addDemoCommands(program: Command): void {
  program
    .command('demo')
    .description('create demo data')
    .command('seed')
    .description(
      'create the missing demo datasets and sign-ins, and fill the demo assistants of a new database',
    )
    .action(async () => {
      const { databaseUrl, eventStoreUrl } = await connect();
      const child = spawn(process.execPath, [path.join(ROOT, 'api/src/seed-demo.ts')], {
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          EVENTSTORE_URL: eventStoreUrl,
          DATA_DIR: dataDir(),
        },
        stdio: 'inherit',
      });
      process.exitCode = await new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => resolve(code ?? 1));
      });
    });
}
