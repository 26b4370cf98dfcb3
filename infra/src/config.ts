import path from 'node:path';
import { problemsIn } from '@landline/api/config';
import { projectorNames } from '@landline/projections/config';
import { z } from 'zod';

const flag = z.enum(['on', 'off']);

/** What the supervisor itself reads; everything else is passed on to the processes, which parse their own. */
const configuration = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url().optional(),
  EVENTSTORE_URL: z.string().min(1).optional(),
  KAFKA_BROKERS: z.string().min(1).optional(),
  PROJECTORS: projectorNames,
  PUBLIC_URL: z.url().optional(),
  JWT_SECRET: z.string().min(32).optional(),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(12).optional(),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

/** What the processes want and the supervisor makes where it is not given. */
const MADE_HERE = {
  DATABASE_URL: 'postgres://embedded',
  EVENTSTORE_URL: 'esdb://embedded',
  JWT_SECRET: 'made at the first start, and kept',
};

export interface Config extends Omit<z.infer<typeof configuration>, 'DATA_DIR'> {
  /** Absolute path of `DATA_DIR`. */
  readonly dataDir: string;
  readonly publicUrl: string;
  /** True when the read database is ours to start. */
  readonly embedded: boolean;
}

/** Parses the environment, the processes' part of it too. Bad values end the process with status 1 and a line that names each. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = configuration.safeParse(set);
  const problems = new Map(problemsIn({ ...MADE_HERE, ...set }));
  for (const { path, message } of parsed.error?.issues ?? []) problems.set(path.join('.'), message);
  if (set.DATABASE_URL !== undefined) {
    for (const name of ['JWT_SECRET', 'EVENTSTORE_URL'])
      if (set[name] === undefined) problems.set(name, 'required when DATABASE_URL is set');
  }
  if (!parsed.success || problems.size > 0) {
    for (const [name, problem] of problems) process.stderr.write(`${name}: ${problem}\n`);
    process.exit(1);
  }
  const { DATA_DIR, ...rest } = parsed.data;
  return {
    ...rest,
    dataDir: path.resolve(DATA_DIR),
    publicUrl: rest.PUBLIC_URL ?? `http://localhost:${rest.PORT}`,
    embedded: rest.DATABASE_URL === undefined,
  };
}
