import { randomBytes, randomUUID } from 'node:crypto';
import { readConfig } from '../config.ts';
import { connect, createLog } from '../process.ts';
import { resetStaffPassword } from './reset-staff-password.ts';

/** `reset-staff-password-main.ts <email> [two-factor-off]`: prints the new password as JSON. Nothing is signed here. */
const [email = '', option] = process.argv.slice(2);
const config = readConfig({ JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'warn', ...process.env });
const deps = await connect(config, createLog(config, 'staff'), new AbortController().signal);
try {
  const options = { twoFactorOff: option === 'two-factor-off', correlationId: randomUUID() };
  const reset = await resetStaffPassword(deps, email, options);
  if (reset) process.stdout.write(`${JSON.stringify(reset)}\n`);
  else {
    process.stderr.write(`Nobody of the staff has the address ${email}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await deps.close();
}
