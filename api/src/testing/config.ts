import type { TestServices } from '@landline/infra/testing/services';
import { type Config, readConfig } from '../platform/config.ts';

export const JWT_SECRET = 'a secret that only tests know, and long enough';

/** Returns the configuration of an API or a worker on the test's services. */
export const testConfig = (
  { databaseUrl, eventStoreUrl }: Pick<TestServices, 'databaseUrl' | 'eventStoreUrl'>,
  variables: Record<string, string> = {},
): Config =>
  readConfig({
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    NODE_ENV: 'test',
    JWT_SECRET,
    ...variables,
  });
