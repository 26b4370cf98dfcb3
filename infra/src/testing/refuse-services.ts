import { channel } from 'node:diagnostics_channel';

/**
 * Fails a unit test that starts a process or opens a connection: such a test belongs in an
 * `*.integration.test.ts` file, so that `npm run test:unit` stays fast and runs anywhere.
 */
const refuse = (what: string) => () => {
  throw new Error(`A unit test ${what}; name the file *.integration.test.ts`);
};

channel('child_process').subscribe(refuse('started a process'));
channel('net.client.socket').subscribe(refuse('opened a connection'));
