import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendHtml, startWebsite, type Website } from '../../testing/website.ts';
import { createFetcher, type Fetcher } from './fetcher.ts';
import { isPublic } from './network-policy.ts';

const zeros = Buffer.alloc(100 * 1024 * 1024);
const gzipBomb = gzipSync(zeros);
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

let hostileSite: Website;
let permissiveFetcher: Fetcher;
let strictFetcher: Fetcher;
beforeAll(async () => {
  hostileSite = await startWebsite((path, _request, response) => {
    const redirectTarget = /^\/go\?to=(.*)$/.exec(path)?.[1];
    if (redirectTarget !== undefined)
      response.writeHead(302, { location: decodeURIComponent(redirectTarget) }).end();
    else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/ping') response.writeHead(302, { location: '/pong' }).end();
    else if (path === '/pong') response.writeHead(302, { location: '/ping' }).end();
    else if (path === '/to-file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (path === '/to-nothing') response.writeHead(302, { location: 'http://[' }).end();
    else if (path === '/endless') {
      const piece = Buffer.alloc(65_536, 'x');
      response.writeHead(200, { 'content-type': 'text/html' });
      const write = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    } else if (path === '/gigabyte') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(1024 ** 3) });
      response.write(Buffer.alloc(65_536, 'x'));
    } else if (path === '/headers') {
      response
        .writeHead(200, {
          'x-large': 'x'.repeat(15_000),
          'x-larger': 'y'.repeat(15_000),
          'x-end': 'z'.repeat(4_000),
        })
        .end();
    } else if (path === '/brotli-bomb') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(brotliBomb);
    } else if (path === '/silent') {
      // Accepts the connection and never responds.
    } else if (path === '/bomb') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipBomb);
    } else if (path === '/broken') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is no gzip');
    } else if (path === '/strange') {
      response.writeHead(200, { 'content-encoding': 'snappy' }).end('?');
    } else if (path === '/slow') {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    } else if (path === '/reset') response.destroy();
    else sendHtml(response, '<p>Hello</p>', { etag: '"1"' });
  });
  permissiveFetcher = createFetcher({ allowPrivate: true, pauseMs: 0, totalMs: 3_000 });
  strictFetcher = createFetcher({ allowPrivate: false, pauseMs: 0, totalMs: 3_000 });
});
afterAll(async () => {
  await Promise.all([permissiveFetcher?.close(), strictFetcher?.close()]);
  await hostileSite?.stop();
});

const urlOf = (path: string) => `${hostileSite.origin}${path}`;

describe('fetch', () => {
  test('returns a page', async () => {
    const { status, body, etag } = await permissiveFetcher.get(urlOf('/'));
    expect({ status, etag, text: body.toString() }).toEqual({
      status: 200,
      etag: '"1"',
      text: '<p>Hello</p>',
    });
  });

  test.each([
    ['/loop', 'The page redirects too many times'],
    ['/ping', 'The page redirects too many times'],
    ['/to-file', 'file: addresses are not supported'],
    ['/to-nothing', 'The page redirects to an invalid address'],
    ['/endless', 'The page is larger than 5 MB'],
    ['/gigabyte', 'The page is larger than 5 MB'],
    ['/bomb', 'The page is larger than 5 MB'],
    ['/brotli-bomb', 'The page is larger than 5 MB'],
    ['/headers', 'The response headers are too large'],
    ['/silent', 'The server did not respond in time'],
    ['/broken', 'The page could not be fetched'],
    ['/strange', 'The content encoding snappy is not supported'],
    ['/slow', 'The server did not respond in time'],
    ['/reset', 'The server closed the connection'],
  ])('rejects %s: %s', async (path, message) => {
    await expect(permissiveFetcher.get(urlOf(path))).rejects.toThrow(message);
  });

  test.each([
    'http://localhost:PORT/',
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
  ])('of %s is rejected before anything is sent', async (url) => {
    const before = hostileSite.requests.length;
    await expect(strictFetcher.get(url.replace('PORT', String(hostileSite.port)))).rejects.toThrow(
      'The address is private',
    );
    expect(hostileSite.requests.length).toBe(before);
  });
});

describe('fetcher whose policy treats only 127.0.0.1 as public', () => {
  /** Successive DNS answers by host name. */
  const names: Record<string, string[][]> = {};
  const resolvedNames: string[] = [];
  let privateServer: { port: number; hits: number; stop(): Promise<void> };
  let fetcher: Fetcher;
  beforeAll(async () => {
    const server = createServer((_request, response) => {
      privateServer.hits++;
      response.end('a secret');
    });
    await new Promise<void>((resolve) => server.listen(hostileSite.port, '127.0.0.2', resolve));
    privateServer = {
      port: (server.address() as AddressInfo).port,
      hits: 0,
      stop: () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    };
    fetcher = createFetcher({
      allowPrivate: false,
      pauseMs: 0,
      totalMs: 3_000,
      policy: {
        isAllowed: (address) => address === '127.0.0.1',
        resolve(name, _options, callback) {
          resolvedNames.push(name);
          const answers = names[name] ?? [];
          const answer = answers.length > 1 ? answers.shift() : answers[0];
          const addresses: LookupAddress[] = (answer ?? []).map((address) => ({
            address,
            family: address.includes(':') ? 6 : 4,
          }));
          callback(null, addresses);
        },
      },
    });
  });
  afterAll(async () => {
    await fetcher?.close();
    await privateServer?.stop();
  });
  const url = (name: string, path = '/') => `http://${name}:${hostileSite.port}${path}`;

  test('connects to the checked address without a second lookup', async () => {
    names['shop.test'] = [['127.0.0.1'], ['127.0.0.2']];
    expect((await fetcher.get(url('shop.test'))).status).toBe(200);
    expect(resolvedNames.filter((name) => name === 'shop.test')).toHaveLength(1);
  });

  test('rejects a name that resolves to another address later', async () => {
    names['rebind.test'] = [['127.0.0.1'], ['127.0.0.2']];
    expect(await fetcher.get(url('rebind.test', '/reset')).catch(() => undefined)).toBeUndefined();
    await expect(fetcher.get(url('rebind.test'))).rejects.toThrow('The address is private');
    expect(privateServer.hits).toBe(0);
  });

  test.each([
    ['one private address among public ones', ['127.0.0.1', '127.0.0.2']],
    ['a private IPv6 address', ['::1']],
    ['an IPv4 address in IPv6', ['::ffff:127.0.0.2']],
    ['no address', []],
  ])('rejects a name with %s', async (_, addresses) => {
    names['mixed.test'] = [addresses];
    await expect(fetcher.get(url('mixed.test'))).rejects.toThrow('The address is private');
    expect(privateServer.hits).toBe(0);
  });

  test.each([
    'http://127.0.0.2:PORT/',
    'http://2130706434:PORT/',
    'http://[::ffff:127.0.0.2]:PORT/',
    'http://private.test:PORT/',
    '//127.0.0.2:PORT/',
  ])('rejects a redirect to %s', async (target) => {
    names['private.test'] = [['127.0.0.2']];
    names['outside.test'] = [['127.0.0.1']];
    const location = encodeURIComponent(target.replace('PORT', String(hostileSite.port)));
    await expect(fetcher.get(url('outside.test', `/go?to=${location}`))).rejects.toThrow(
      'The address is private',
    );
    expect(privateServer.hits).toBe(0);
  });
});

test('pauses per host', async () => {
  const fetcher = createFetcher({ allowPrivate: true, pauseMs: 0 });
  try {
    fetcher.slowDown(`localhost:${hostileSite.port}`, 300);
    const started = performance.now();
    await Promise.all([fetcher.get(urlOf('/')), fetcher.get(urlOf('/')), fetcher.get(urlOf('/'))]);
    expect(performance.now() - started).toBeGreaterThan(595);
  } finally {
    await fetcher.close();
  }
});

describe('address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });
  test.each([
    '172.16.5.4',
    '100.64.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '2002:7f00:1::',
    'fc00::',
    '64:ff9b::7f00:1',
    'nonsense',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});
