import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError, parseEnvironment, VARIABLES } from './environment.ts';

const schema = z.object({ DATABASE_URL: VARIABLES.DATABASE_URL, LOG_LEVEL: VARIABLES.LOG_LEVEL });

test('names every bad variable and shows no value', () => {
  const parse = () => parseEnvironment(schema, { DATABASE_URL: 'mysql://secret', LOG_LEVEL: 'loud' });
  expect(parse).toThrow(ConfigurationError);
  expect(parse).toThrow(/^DATABASE_URL: .*\nLOG_LEVEL: /);
  expect(parse).not.toThrow(/secret/);
});

test('treats an empty variable as not set', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/landline', LOG_LEVEL: '' };
  expect(parseEnvironment(schema, environment).LOG_LEVEL).toBe('info');
});
