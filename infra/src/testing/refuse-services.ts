import { channel } from 'node:diagnostics_channel';

/**
 * Fails a unit test that starts a process or opens a connection: such a test belongs in an
 * `*.integration.test.ts` file, so that `npm run test:unit` stays fast and runs anywhere.
 */
const failTestThat = (action: string) => () => {
  throw new Error(`A unit test ${action}; name the file *.integration.test.ts`);
};

channel('child_process').subscribe(failTestThat('started a process'));
channel('net.client.socket').subscribe(failTestThat('opened a connection'));
