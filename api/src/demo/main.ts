import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { connect, createLog } from '../process.ts';
import { seedDemo } from './seed.ts';

/** Makes the demo data of a running instance and prints its sign-ins. Nothing is signed here. */
const config = readConfig({ JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'warn', ...process.env });
const log = createLog(config, 'demo');
const deps = await connect(config, log, new AbortController().signal);
try {
  for (const { name, email, password } of await seedDemo(deps)) {
    process.stdout.write(`${name.padEnd(24)} ${email.padEnd(48)} ${password}\n`);
  }
} finally {
  await deps.close();
}
