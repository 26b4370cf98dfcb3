import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readIfThere } from '@landline/api/if-there';
import type { Command } from 'commander';
import { ROOT } from '../supervisor/instance.ts';
import { connect, dataDir } from './connection.ts';
import { say, sayJson } from './output.ts';

interface SignIn {
  email: string;
  password: string;
}

export function addStaffCommands(program: Command): void {
  program
    .command('staff')
    .description('members of staff')
    .command('reset-password')
    .description('give a member of staff a fresh password and sign them out everywhere')
    .requiredOption('--email <email>', 'whose')
    .option('--two-factor-off', 'turn two-factor sign-in off as well')
    .option('--json', 'print one JSON object')
    .action(async ({ email, twoFactorOff, json }: { email: string; twoFactorOff?: true; json?: true }) => {
      const reset = await resetPassword(email, twoFactorOff === true);
      await keepSuperAdmin(reset);
      if (json) sayJson(reset);
      else say(`${reset.email}  ${reset.password}`);
    });
}

async function resetPassword(email: string, twoFactorOff: boolean): Promise<SignIn> {
  const { databaseUrl, eventStoreUrl } = await connect();
  const script = path.join(ROOT, 'api/src/identity/reset-staff-password-main.ts');
  const args = [script, email, ...(twoFactorOff ? ['two-factor-off'] : [])];
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    DATA_DIR: dataDir(),
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout) as SignIn;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(stderr?.trim() || 'The password could not be reset', { cause: error });
  }
}

/** The other commands sign in with what this file says. */
async function keepSuperAdmin(reset: SignIn): Promise<void> {
  const file = path.join(dataDir(), 'superadmin.json');
  const text = await readIfThere(file);
  if (text === undefined) return;
  const kept = JSON.parse(String(text)) as SignIn;
  if (kept.email.toLowerCase() !== reset.email) return;
  await writeFile(`${file}.new`, `${JSON.stringify({ ...kept, password: reset.password })}\n`, {
    mode: 0o600,
  });
  await rename(`${file}.new`, file);
}
