import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { type Mail, saveToOutbox } from './outbox.ts';

/**
 * Sends an email. Throws if the mail server does not accept it, so that the job which sends the email is retried a limited
 * number of times.
 */
export type Mailer = (mail: Mail) => Promise<void>;

const TIMEOUT_MS = 20_000;

/** Sends by SMTP. An embedded installation without SMTP_URL saves emails to `DATA_DIR/outbox` instead. */
export function createMailer(
  config: Pick<Config, 'SMTP_URL' | 'EMBEDDED' | 'DATA_DIR' | 'MAIL_FROM' | 'PUBLIC_URL' | 'PRODUCT_NAME'>,
): Mailer {
  const { SMTP_URL, EMBEDDED, DATA_DIR } = config;
  if (SMTP_URL === undefined) {
    if (EMBEDDED) return (mail) => saveToOutbox(DATA_DIR, mail);
    return () => Promise.reject(new Error('SMTP_URL is not set; set it and restart the worker'));
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  const from = { name: config.PRODUCT_NAME, address: senderOf(config) };
  return async ({ to, ...mail }) => {
    // An address object is not parsed as a list of addresses.
    const delivery = transport.sendMail({
      from,
      to: { name: '', address: to },
      ...mail,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await delivery.catch((error) => {
      throw sendError(error);
    });
  };
}

/** Drops the server's message: it contains the address and would reach the log and the job queue. */
function sendError({ code, responseCode }: { code?: string; responseCode?: number }): Error {
  return new Error(`Could not send the email: ${[code, responseCode].filter(Boolean).join(' ')}`);
}

const senderOf = ({ MAIL_FROM, PUBLIC_URL }: Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL'>) =>
  MAIL_FROM ?? `no-reply@${URL.parse(PUBLIC_URL ?? '')?.hostname ?? 'localhost'}`;
