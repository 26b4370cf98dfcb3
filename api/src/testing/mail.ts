import type { OutboxMail } from '../platform/mail/contract.ts';
import { readOutbox } from '../platform/mail/outbox.ts';
import { startWorker } from '../worker-process.ts';
import { eventually, type TestApi } from './api.ts';

export interface TestMail {
  /** Waits for a number of emails to an address and returns them, oldest first. */
  emailsTo(address: string, count: number): Promise<OutboxMail[]>;
  /** Returns the token in the link of the nth email to an address. */
  tokenTo(address: string, nth?: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a worker that saves emails to the API's outbox; start the API with `EMBEDDED: 'true'`. */
export async function startTestMail({ ports }: TestApi): Promise<TestMail> {
  const { config, log } = ports;
  const worker = await startWorker(config, log, new AbortController().signal);
  const sentTo = async (address: string) =>
    (await readOutbox(config.DATA_DIR)).filter((mail) => mail.to === address).reverse();

  const emailsTo = (address: string, count: number) =>
    eventually(`${count} emails to ${address} are sent`, async () => {
      const emails = await sentTo(address);
      return emails.length >= count && emails;
    });

  return {
    emailsTo,
    async tokenTo(address, nth = 1) {
      const mail = (await emailsTo(address, nth))[nth - 1];
      const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`No link in ${mail?.text}`);
      return token;
    },
    stop: worker.stop,
  };
}
