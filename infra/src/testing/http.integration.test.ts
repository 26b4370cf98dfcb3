import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { signInTo } from './http.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('signs in again before its token expires', async () => {
  let signIns = 0;
  const sent: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/api/auth/login') signIns++;
    else sent.push(request.headers.authorization);
    response.end(JSON.stringify({ token: `token ${signIns}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
    const { port } = server.address() as AddressInfo;
    const caller = await signInTo(`http://127.0.0.1:${port}`, { email: 'a@example.com', password: 'p' });
    await caller.command('POST', '/', {}, 'first');
    clock.mockReturnValue(30 * 60_000);
    await Promise.all([caller.command('POST', '/', {}, 'second'), caller.get('/')]);
    expect(sent).toEqual(['Bearer token 1', 'Bearer token 2', 'Bearer token 2']);
    expect(signIns).toBe(2);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
