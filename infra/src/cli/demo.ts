import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Command } from 'commander';
import { ROOT } from '../supervisor/instance.ts';
import { childEnvironment } from './connection.ts';

export function addDemoCommands(program: Command): void {
  program
    .command('demo')
    .description('create demo data')
    .command('seed')
    .description(
      'create missing demo datasets and sign-ins; in a new database, also train the demo assistants',
    )
    .action(async () => {
      const child = spawn(process.execPath, [path.join(ROOT, 'api/src/seed-demo.ts')], {
        env: await childEnvironment(),
        stdio: 'inherit',
      });
      process.exitCode = await new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => resolve(code ?? 1));
      });
    });
}
