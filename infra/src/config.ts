import path from 'node:path';
import { z } from 'zod';

const flag = z.enum(['on', 'off']);

/** What the supervisor itself reads; everything else is passed on to the processes, which parse their own. */
const configuration = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url().optional(),
  EVENTSTORE_URL: z.string().min(1).optional(),
  KAFKA_BROKERS: z.string().min(1).optional(),
  PUBLIC_URL: z.url().optional(),
  JWT_SECRET: z.string().min(32).optional(),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(12).optional(),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export interface Config extends Omit<z.infer<typeof configuration>, 'DATA_DIR'> {
  /** Absolute path of `DATA_DIR`. */
  readonly dataDir: string;
  readonly publicUrl: string;
  /** True when the read database is ours to start. */
  readonly embedded: boolean;
}

/** Parses the environment. A bad value ends the process with status 1 and a line that names it. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = configuration.safeParse(env);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      process.stderr.write(`${issue.path.join('.')}: ${issue.message}\n`);
    }
    process.exit(1);
  }
  const { DATA_DIR, ...rest } = parsed.data;
  const embedded = rest.DATABASE_URL === undefined;
  if (!embedded && rest.JWT_SECRET === undefined) {
    process.stderr.write('JWT_SECRET: required when DATABASE_URL is set\n');
    process.exit(1);
  }
  return {
    ...rest,
    dataDir: path.resolve(DATA_DIR),
    publicUrl: rest.PUBLIC_URL ?? `http://localhost:${rest.PORT}`,
    embedded,
  };
}
