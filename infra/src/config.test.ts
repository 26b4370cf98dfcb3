import type { ConfigurationError } from '@landline/runtime/process/environment';
import { expect, test } from 'vitest';
import { BLOCKED_PORTS } from './blocked-ports.ts';
import { readConfig } from './config.ts';

const problemsOf = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env);
    return undefined;
  } catch (error) {
    return (error as ConfigurationError).message;
  }
};

test.each(['4190', '6000', '10080'])('rejects port %s, which browsers refuse to connect to', (port) => {
  expect(problemsOf({ PORT: port })).toBe(
    'PORT: browsers refuse to open this port; choose another one, such as 8080',
  );
});

test.each(['1024', '8080', '65535'])('accepts port %s', (port) => {
  expect(problemsOf({ PORT: port })).toBeUndefined();
});

test('lists only ports that fetch refuses to connect to', async () => {
  for (const port of BLOCKED_PORTS) {
    const error = await fetch(`http://127.0.0.1:${port}/`).catch(({ cause }: Error) => cause);
    expect(error, String(port)).toMatchObject({ message: 'bad port' });
  }
});
