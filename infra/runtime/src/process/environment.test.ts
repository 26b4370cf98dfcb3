import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError, parseEnvironment, VARIABLES, withSecrets } from './environment.ts';

const schema = z.object({ DATABASE_URL: VARIABLES.DATABASE_URL, LOG_LEVEL: VARIABLES.LOG_LEVEL });

test('names every invalid variable and shows no value', () => {
  const parse = () => parseEnvironment(schema, { DATABASE_URL: 'mysql://secret', LOG_LEVEL: 'loud' });
  expect(parse).toThrow(ConfigurationError);
  expect(parse).toThrow(/^DATABASE_URL: .*\nLOG_LEVEL: /);
  expect(parse).not.toThrow(/secret/);
});

test('treats an empty variable as not set', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/landline', LOG_LEVEL: '' };
  expect(parseEnvironment(schema, environment).LOG_LEVEL).toBe('info');
});

test('reads secrets and the database password from files', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-secrets-'));
  try {
    const file = path.join(directory, 'secret');
    await writeFile(file, 'p@ss/word\n');
    const environment = {
      JWT_SECRET_FILE: file,
      DATABASE_PASSWORD_FILE: file,
      DATABASE_URL: 'postgres://landline@db/landline',
    };
    expect(withSecrets(environment)).toMatchObject({
      JWT_SECRET: 'p@ss/word',
      DATABASE_URL: 'postgres://landline:p%40ss%2Fword@db/landline',
    });
    const own = 'postgres://landline:own@db/landline';
    expect(withSecrets({ ...environment, DATABASE_URL: own }).DATABASE_URL).toBe(own);
    expect(() => withSecrets({ JWT_SECRET_FILE: path.join(directory, 'missing') })).toThrow(
      'JWT_SECRET_FILE: names a file that cannot be read',
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});
