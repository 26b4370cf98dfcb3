import { type AddressInfo, createServer } from 'node:net';

/** Returns a currently free port on `host`. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}
