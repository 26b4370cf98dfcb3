import { z } from 'zod';
import { projectors } from './projectors/index.ts';

const names = projectors.map(({ name }) => name);

/** `log,audit`: the projectors that a process runs; all of them where none is named. */
export const projectorNames = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .superRefine((chosen, context) => {
    const unknown = chosen.filter((name) => !names.includes(name));
    if (unknown.length > 0)
      context.addIssue(`There is no projector ${unknown.join(', ')}; there are ${names.join(', ')}`);
  })
  .transform((chosen) => (chosen.length === 0 ? names : chosen));

const environment = z.object({
  DATABASE_URL: z.url(),
  EVENTSTORE_URL: z.string().min(1),
  PROJECTORS: projectorNames,
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
