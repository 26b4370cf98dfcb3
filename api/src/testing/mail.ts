import type { OutboxMail } from '../mail/contract.ts';
import { readOutbox } from '../mail/outbox.ts';
import { startWorker } from '../worker-process.ts';
import { eventually, type TestApi } from './api.ts';

export interface TestMail {
  /** Waits until so many mails went to that address, and returns them, the oldest first. */
  mailsTo(address: string, count: number): Promise<OutboxMail[]>;
  /** The token of the link in the nth mail to that address. */
  tokenTo(address: string, nth?: number): Promise<string>;
  stop(): Promise<void>;
}

/** A worker beside the api, whose mail lands in the api's outbox: start the api with `EMBEDDED: 'true'`. */
export async function startTestMail({ deps }: TestApi): Promise<TestMail> {
  const { config, log } = deps;
  const worker = await startWorker(config, log, new AbortController().signal);
  const to = async (address: string) =>
    (await readOutbox(config.DATA_DIR)).filter((mail) => mail.to === address).reverse();

  const mailsTo = (address: string, count: number) =>
    eventually(`${count} mails to ${address}`, async () => {
      const mails = await to(address);
      return mails.length >= count && mails;
    });

  return {
    mailsTo,
    async tokenTo(address, nth = 1) {
      const mail = (await mailsTo(address, nth))[nth - 1];
      const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`No link in ${mail?.text}`);
      return token;
    },
    stop: worker.stop,
  };
}
