import { parseEnvironment, VARIABLES } from '@landline/runtime/process/environment';
import { z } from 'zod';
import { projectors } from './projectors/index.ts';

const names: string[] = projectors.map(({ name }) => name);

/** Projectors to run, e.g. `log,audit`; all of them when empty. */
export const projectorNames = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .superRefine((selected, context) => {
    const unknown = selected.filter((name) => !names.includes(name));
    if (unknown.length > 0)
      context.addIssue(`There is no projector ${unknown.join(', ')}; the projectors are ${names.join(', ')}`);
  })
  .transform((selected) => (selected.length === 0 ? names : selected));

const { DATABASE_URL, EVENTSTORE_URL, OTEL_EXPORTER_OTLP_ENDPOINT, LOG_LEVEL } = VARIABLES;
const environment = z.object({
  DATABASE_URL,
  EVENTSTORE_URL,
  PROJECTORS: projectorNames,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  LOG_LEVEL,
});

export const readConfig = () => parseEnvironment(environment);
