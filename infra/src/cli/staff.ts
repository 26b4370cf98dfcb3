import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import type { Command } from 'commander';
import { ROOT } from '../supervisor/instance.ts';
import { childEnvironment, dataDir } from './connection.ts';
import { print, printJson } from './output.ts';

interface Credentials {
  email: string;
  password: string;
}

export function addStaffCommands(program: Command): void {
  program
    .command('staff')
    .description('manage staff accounts')
    .command('reset-password')
    .description('set a new random password for a staff member and end all their sessions')
    .requiredOption('--email <email>', 'email of the staff member')
    .option('--two-factor-off', 'also turn off two-factor sign-in')
    .option('--json', 'print one JSON object')
    .action(async ({ email, twoFactorOff, json }: { email: string; twoFactorOff?: true; json?: true }) => {
      const reset = await resetPassword(email, twoFactorOff === true);
      if (json) printJson(reset);
      else print(`${reset.email}  ${reset.password}`);
      await updateSuperAdminFile(reset);
    });
}

async function resetPassword(email: string, twoFactorOff: boolean): Promise<Credentials> {
  const script = path.join(ROOT, 'api/src/reset-staff-password.ts');
  const args = [script, email, ...(twoFactorOff ? ['two-factor-off'] : [])];
  const env = { ...(await childEnvironment()), LOG_LEVEL: 'silent' }; // stdout must contain only the credentials
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout) as Credentials;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(stderr?.trim() || 'The password could not be reset', { cause: error });
  }
}

/** Updates the credentials file that the other commands use to sign in. */
async function updateSuperAdminFile(reset: Credentials): Promise<void> {
  const file = path.join(dataDir(), 'superadmin.json');
  const text = await readFileIfExists(file);
  if (text === undefined) return;
  const stored = JSON.parse(String(text)) as Credentials;
  if (stored.email.toLowerCase() !== reset.email) return;
  await writePrivateFile(file, `${JSON.stringify({ ...stored, password: reset.password })}\n`);
}
