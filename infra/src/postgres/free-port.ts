import { type AddressInfo, createServer } from 'node:net';

/** Throws if another program listens on the port, on any interface, as the API would. */
export async function assertPortFree(port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, resolve);
    });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const problem =
      code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be opened (${code ?? cause})`;
    throw new Error(`Port ${port} ${problem}; set PORT to another one`, { cause });
  }
  await new Promise((resolve) => server.close(resolve));
}

/** Returns a free port on `host`. */
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
