import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const REQUIRED = {
  DATABASE_URL: 'postgres://localhost/landline',
  EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
  JWT_SECRET: 'secret'.repeat(6),
  DATA_DIR: '/tmp/landline',
};

test.for([
  ['https://landline.example', 'https://landline.example'],
  ['https://landline.example/', 'https://landline.example'],
  ['http://landline.example:8080/app//', 'http://landline.example:8080/app'],
] as const)('reads PUBLIC_URL %s as %s', ([PUBLIC_URL, expected]) => {
  expect(readConfig({ ...REQUIRED, PUBLIC_URL }).PUBLIC_URL).toBe(expected);
});
