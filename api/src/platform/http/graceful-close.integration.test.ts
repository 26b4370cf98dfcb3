import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gracefulClose } from './graceful-close.ts';

const WRITERS = 64;

test('responds to all requests of 64 writers with open connections, then closes', async () => {
  let isPoolOpen = true;
  let failed = 0;
  const server = createServer(async (_, response) => {
    await delay(5);
    if (!isPoolOpen) failed++;
    response.end('written');
  });
  const close = gracefulClose(server, 5_000);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  const write = () =>
    new Promise<void>((resolve, reject) => {
      request({ agent, port, host: '127.0.0.1', method: 'POST' }, (response) =>
        response.resume().once('end', resolve),
      )
        .once('error', reject)
        .end('{}');
    });
  let written = 0;
  const errors: string[] = [];
  const writers = Array.from({ length: WRITERS }, async () => {
    for (;;) {
      try {
        await write();
        written++;
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        errors.push(code);
        return;
      }
    }
  });
  await expect.poll(() => written).toBeGreaterThan(4 * WRITERS);
  await close();
  isPoolOpen = false;
  await Promise.all(writers);
  agent.destroy();
  expect(failed).toBe(0);
  // A connection attempted after the stop is refused; none is reset.
  expect(new Set(errors)).toEqual(new Set(['ECONNREFUSED']));
});
