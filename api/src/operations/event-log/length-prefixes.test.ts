import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withLengthPrefixes } from './length-prefixes.ts';

test('puts its length before each message', async () => {
  const messages = Readable.from([Buffer.from('ab'), Buffer.from('c')]);
  expect(await buffer(withLengthPrefixes(messages))).toEqual(Buffer.from('\0\0\0\x02ab\0\0\0\x01c'));
});

test('ends the source when it is closed before anything is read', async () => {
  const messages = new Readable({ read() {} });
  withLengthPrefixes(messages).destroy();
  await once(messages, 'close');
});
