import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const PORT = z.coerce.number().int().min(0).max(65_535);

/** Environment variables that several processes read. */
export const VARIABLES = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  EVENTSTORE_URL: z.string().startsWith('esdb'),
  /** `host:port`, several separated by commas. */
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((brokers) => brokers.split(',').map((broker) => broker.trim())),
  /** URL of a trace collector that accepts OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATA_DIR: z.string().min(1).default('.data'),
};

export type Environment = Readonly<Record<string, string | undefined>>;
export type Problem = readonly [variable: string, problem: string];

/** Lists every invalid environment variable, without its value. */
export class ConfigurationError extends Error {
  readonly code = 'CONFIGURATION_INVALID';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(([variable, problem]) => `${variable}: ${problem}`).join('\n'));
    this.problems = problems;
  }
}

/** Secrets that can be read from the file named by `<name>_FILE`. */
const SECRETS = ['JWT_SECRET', 'METRICS_TOKEN', 'SUPERADMIN_PASSWORD', 'SMTP_URL', 'OPENAI_API_KEY'] as const;

/**
 * Returns the environment with the contents of secret files, and with DATABASE_PASSWORD in a DATABASE_URL that has no
 * password. Throws a ConfigurationError.
 */
export function withSecrets(environment: Environment = process.env): Environment {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, settingOf(name, environment)]));
  const password = settingOf('DATABASE_PASSWORD', environment);
  const url = URL.parse(environment.DATABASE_URL ?? '');
  if (password === undefined || url === null || url.password !== '') return { ...environment, ...secrets };
  url.password = encodeURIComponent(password);
  return { ...environment, ...secrets, DATABASE_URL: url.href };
}

const parse = <Schema extends z.ZodType>(schema: Schema, environment: Environment) =>
  schema.safeParse(
    Object.fromEntries(Object.entries(withSecrets(environment)).filter(([, value]) => value !== '')),
  );

/** Returns the invalid variables. An empty variable counts as unset. */
export const environmentProblems = (schema: z.ZodType, environment: Environment): Problem[] =>
  parse(schema, environment).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

/** Parses environment variables; an empty one counts as unset. Throws a ConfigurationError. */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment = process.env,
): z.output<Schema> {
  const parsed = parse(schema, environment);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(environmentProblems(schema, environment));
}

/** Runs `read`. On a ConfigurationError, prints one line per invalid variable to stderr and exits with status 1. */
export function configurationOrExit<Config>(read: () => Config): Config {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Returns a variable's value, or the content of the file that `<name>_FILE` names. Throws a ConfigurationError. */
export function settingOf(name: string, environment: Environment): string | undefined {
  const file = environment[`${name}_FILE`];
  if (file) return contentOf(`${name}_FILE`, file).trim();
  return environment[name] || undefined;
}

/** Returns the content of the file that a variable names. Throws a ConfigurationError. */
export function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError([[variable, 'names a file that cannot be read']]);
  }
}
