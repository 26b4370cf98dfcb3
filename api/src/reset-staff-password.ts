import { randomBytes, randomUUID } from 'node:crypto';
import { createLogger } from '@landline/runtime/process/logger';
import { connect } from './connect.ts';
import { resetStaffPassword } from './identity/users/reset-staff-password.ts';
import { readConfig } from './platform/config.ts';

/** `reset-staff-password.ts <email> [two-factor-off]`: prints the new password as JSON. No tokens are signed, so any JWT_SECRET works. */
const [email = '', option] = process.argv.slice(2);
const config = readConfig({ JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'warn', ...process.env });
const ports = await connect(config, createLogger('staff', config.LOG_LEVEL), new AbortController().signal);
try {
  const options = { twoFactorOff: option === 'two-factor-off', correlationId: randomUUID() };
  const reset = await resetStaffPassword(ports, email, options);
  if (reset) process.stdout.write(`${JSON.stringify(reset)}\n`);
  else {
    process.stderr.write(`No staff user has the email address ${email}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await ports.close();
}
