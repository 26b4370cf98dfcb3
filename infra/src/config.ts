import path from 'node:path';
import { problemsIn } from '@landline/api/platform/config';
import { projectorNames } from '@landline/projections/config';
import { eventStoreUrl } from '@landline/runtime/event-store/connection';
import { kafkaConnection } from '@landline/runtime/kafka/connection';
import {
  ConfigurationError,
  environmentProblems,
  PORT,
  parseEnvironment,
  VARIABLES,
  withSecrets,
} from '@landline/runtime/process/environment';
import { z } from 'zod';
import { BLOCKED_PORTS } from './blocked-ports.ts';

/** Variables that the supervisor itself reads; the processes parse the others. */
const configuration = z.object({
  PORT: PORT.min(1)
    .refine((port) => !BLOCKED_PORTS.has(port), {
      message: 'browsers refuse to open this port; choose another one, such as 8080',
    })
    .default(8080),
  DATA_DIR: VARIABLES.DATA_DIR,
  DATABASE_URL: z.url().optional(),
  EVENTSTORE_URL: z.string().min(1).optional(),
  KAFKA_BROKERS: z.string().min(1).optional(),
  PROJECTORS: projectorNames,
  PUBLIC_URL: z.url().optional(),
  JWT_SECRET: z.string().min(32).optional(),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(12).optional(),
  DEMO_DATA: z.enum(['on', 'parcels', 'off']).optional(),
  LOG_LEVEL: VARIABLES.LOG_LEVEL,
});

/** Variables that the processes need and the supervisor sets if they are not configured. */
const GENERATED = {
  DATABASE_URL: 'postgres://embedded',
  EVENTSTORE_URL: 'esdb://embedded',
  JWT_SECRET: 'generated on the first start and kept',
};

export interface Config extends Omit<z.infer<typeof configuration>, 'DATA_DIR'> {
  /** Absolute path of `DATA_DIR`. */
  readonly dataDir: string;
  readonly publicUrl: string;
  /** True when the supervisor starts PostgreSQL. */
  readonly embedded: boolean;
}

/**
 * Parses the environment, including the processes' variables. Throws a ConfigurationError that names every invalid
 * variable.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const entries = Object.entries(withSecrets(env)).filter(([, value]) => value !== '' && value !== undefined);
  const variables = Object.fromEntries(entries);
  const problems = new Map([
    ...problemsIn({ ...GENERATED, ...variables }),
    ...environmentProblems(configuration, variables),
  ]);
  if (variables.DATABASE_URL !== undefined) {
    for (const name of ['JWT_SECRET', 'EVENTSTORE_URL'])
      if (variables[name] === undefined) problems.set(name, 'required when DATABASE_URL is set');
  }
  if (problems.size > 0) throw new ConfigurationError([...problems]);
  const { DATA_DIR, ...settings } = parseEnvironment(configuration, variables);
  if (settings.KAFKA_BROKERS !== undefined) kafkaConnection([], variables); // rejects invalid settings before anything starts
  return {
    ...settings,
    ...(settings.EVENTSTORE_URL !== undefined && {
      EVENTSTORE_URL: eventStoreUrl(settings.EVENTSTORE_URL, variables),
    }),
    dataDir: path.resolve(DATA_DIR),
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    embedded: settings.DATABASE_URL === undefined,
  };
}
