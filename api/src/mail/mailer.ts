import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { keepInOutbox } from './outbox.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail in, or throws: whoever sends is a job, and tries again. */
export type Mailer = (mail: Mail) => Promise<void>;

const TIMEOUT_MS = 20_000;

/** Mail by SMTP; embedded and without SMTP_URL it lands in `DATA_DIR/outbox` (DESIGN §2). */
export function createMailer(
  config: Pick<Config, 'SMTP_URL' | 'EMBEDDED' | 'DATA_DIR' | 'MAIL_FROM' | 'PUBLIC_URL' | 'PRODUCT_NAME'>,
): Mailer {
  const { SMTP_URL, EMBEDDED, DATA_DIR } = config;
  if (SMTP_URL === undefined) {
    if (EMBEDDED) return (mail) => keepInOutbox(DATA_DIR, mail);
    return () => Promise.reject(new Error('SMTP_URL is not set: mail waits until it is'));
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  const from = { name: config.PRODUCT_NAME, address: senderOf(config) };
  return async ({ to, ...mail }) => {
    // As an object an address is taken as it is, and not for a list of them.
    const sent = transport.sendMail({
      from,
      to: { name: '', address: to },
      ...mail,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await sent.catch((error) => {
      throw notSent(error);
    });
  };
}

/** What went wrong without the server's words, which name the address: they would go on into the log and the queue. */
function notSent({ code, responseCode }: { code?: string; responseCode?: number }): Error {
  return new Error(`The mail was not handed in: ${[code, responseCode].filter(Boolean).join(' ')}`);
}

const senderOf = ({ MAIL_FROM, PUBLIC_URL }: Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL'>) =>
  MAIL_FROM ?? `no-reply@${URL.parse(PUBLIC_URL ?? '')?.hostname ?? 'localhost'}`;
