import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { sendRawRequest } from '../../testing/send-raw-request.ts';

const PAGE =
  '<!doctype html><script>document.title = "x"</script><script type="module" src="/assets/a.js"></script>';
const SCRIPT = 'console.log(1);\n'.repeat(1_000);

let api: Awaited<ReturnType<typeof startTestApi>>;
let webDir: string;
let outside: string;
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), 'landline-web-'));
  outside = path.join(webDir, '..', 'landline-outside.txt');
  await mkdir(path.join(webDir, 'assets'));
  await writeFile(path.join(webDir, 'index.html'), PAGE);
  await writeFile(path.join(webDir, 'assets', 'a.js'), SCRIPT);
  await writeFile(outside, 'outside');
  api = await startTestApi({ variables: { WEB_DIR: webDir } });
});
afterAll(async () => {
  await api?.stopAll();
  await rm(webDir, { recursive: true });
  await rm(outside);
});

describe('the web build', () => {
  test('serves index.html for client-side routes', async () => {
    for (const address of ['/', '/login', '/propertyhub/some/where?page=2']) {
      const response = await api.call('GET', address);
      expect(response).toMatchObject({ status: 200, body: PAGE });
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    }
  });

  test('allows only the scripts of its page', async () => {
    const policy = (await api.call('GET', '/')).headers.get('Content-Security-Policy');
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
  });

  test('caches hashed files forever and compresses them', async () => {
    const response = await api.call('GET', '/assets/a.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(response.headers.get('Content-Type')).toMatch('javascript');
    const etag = response.headers.get('ETag') ?? '';
    const again = await sendRawRequest(api.url, { path: '/assets/a.js', headers: { 'If-None-Match': etag } });
    expect(again).toEqual({ status: 304, body: '' });
  });

  test('serves precompressed files according to Accept-Encoding', async () => {
    const built = path.join(webDir, 'assets', 'b.js');
    const code = 'export default 1;';
    await writeFile(built, code);
    await writeFile(`${built}.br`, brotliCompressSync(code));
    await writeFile(`${built}.gz`, gzipSync(code));
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await api.call('GET', '/assets/b.js', { headers: { 'Accept-Encoding': accepted } });
      expect(response).toMatchObject({ status: 200, body: code });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      expect(response.headers.get('Vary')).toContain('Accept-Encoding');
      expect(response.headers.get('Content-Type')).toMatch('javascript');
    }
  });

  test('returns 404 for a missing file', async () => {
    expect((await api.call('GET', '/assets/gone.js')).status).toBe(404);
    expect((await api.call('GET', '/favicon.ico')).status).toBe(404);
  });

  test.for([
    '/../landline-outside.txt',
    '/%2e%2e/landline-outside.txt',
    '/..%2flandline-outside.txt',
    '/%00',
    '/%',
  ])('serves no file outside its folder: %s', async (address) => {
    expect((await sendRawRequest(api.url, { path: address })).body).not.toBe('outside');
  });

  test('responds to HEAD', async () => {
    const response = await api.call('HEAD', '/assets/a.js');
    expect(response).toMatchObject({ status: 200, body: '' });
    expect(response.headers.get('Content-Length')).toBe(String(SCRIPT.length));
  });
});
