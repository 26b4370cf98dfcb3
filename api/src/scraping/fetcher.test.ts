import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendHtml, startWebsite, type Website } from '../testing/website.ts';
import { isPublic } from './addresses.ts';
import { createFetcher, type Fetcher } from './fetcher.ts';

let hostile: Website;
let open: Fetcher;
let wary: Fetcher;
beforeAll(async () => {
  hostile = await startWebsite((path, _request, response) => {
    if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
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
    } else if (path === '/bomb') {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
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
  open = createFetcher({ allowPrivate: true, pauseMs: 0, totalMs: 3_000 });
  wary = createFetcher({ allowPrivate: false, pauseMs: 0, totalMs: 3_000 });
});
afterAll(async () => {
  await Promise.all([open?.close(), wary?.close()]);
  await hostile?.stop();
});

const on = (path: string) => `${hostile.origin}${path}`;

describe('a fetch', () => {
  test('answers what a page says', async () => {
    const { status, body, etag } = await open.get(on('/'));
    expect({ status, etag, text: body.toString() }).toEqual({
      status: 200,
      etag: '"1"',
      text: '<p>Hello</p>',
    });
  });

  test.each([
    ['/loop', 'It redirects too often'],
    ['/ping', 'It redirects too often'],
    ['/to-file', 'file: addresses are not fetched'],
    ['/to-nothing', 'It redirects to something that is no address'],
    ['/endless', 'It is larger than 5 MB'],
    ['/bomb', 'It is larger than 5 MB'],
    ['/broken', 'It could not be fetched'],
    ['/strange', 'Its encoding, snappy, is not understood'],
    ['/slow', 'The server did not answer in time'],
    ['/reset', 'The server broke off'],
  ])('of %s fails: %s', async (path, message) => {
    await expect(open.get(on(path))).rejects.toThrow(message);
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
  ])('of %s is refused before anything is sent', async (url) => {
    const before = hostile.requests.length;
    await expect(wary.get(url.replace('PORT', String(hostile.port)))).rejects.toThrow(
      'The address is private',
    );
    expect(hostile.requests.length).toBe(before);
  });
});

describe('an address', () => {
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
  ])('%s is not', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});
