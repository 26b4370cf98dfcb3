import { z } from 'zod';

const environment = z.object({
  DATABASE_URL: z.url(),
  EVENTSTORE_URL: z.string().min(1),
  /** A collector of traces that speaks OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});
export type Config = z.infer<typeof environment>;

/** Parses the environment. A bad value ends the process with status 1 and a line that names it. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(env);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    process.stderr.write(`${path.join('.')}: ${message}\n`);
  process.exit(1);
}
