import { randomBytes } from 'node:crypto';
import { createLogger } from '@landline/runtime/process/logger';
import { connect } from './connect.ts';
import { seedDemo } from './operations/demo/seed.ts';
import { readConfig } from './platform/config.ts';

/** Creates demo data in a running instance and prints its sign-ins. No tokens are signed, so any JWT_SECRET works. */
const config = readConfig({ JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'warn', ...process.env });
const log = createLogger('demo', config.LOG_LEVEL, process.stderr);
const ports = await connect(config, log, new AbortController().signal);
try {
  for (const { name, email, password } of await seedDemo(ports)) {
    process.stdout.write(`${name.padEnd(24)} ${email.padEnd(48)} ${password}\n`);
  }
} finally {
  await ports.close();
}
