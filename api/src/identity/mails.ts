import { streams } from '@landline/event-schemas';
import { client } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import type { Mail } from '../mail/mailer.ts';
import { plainName, renderMail } from '../mail/render.ts';
import type { Account } from './accounts.ts';
import { RESET_LINK_MS, SETUP_LINK_MS } from './constants.ts';
import { type LinkPurpose, linkPath } from './contract.ts';

type MailDeps = Pick<Deps, 'config' | 'commands'>;

const DAY_MS = 24 * 60 * 60_000;
const LIFETIMES = {
  setup: `${SETUP_LINK_MS / DAY_MS} days`,
  reset: `${RESET_LINK_MS / 60_000} minutes`,
} as const;

/** The mail with the link that opens the account once. */
export async function linkMail(
  deps: MailDeps,
  account: Account,
  purpose: LinkPurpose,
  token: string,
): Promise<Mail> {
  const { PRODUCT_NAME } = deps.config;
  const url = new URL(linkPath(account.ref.kind, purpose, token), baseUrl(deps)).href;
  const isSetup = purpose === 'setup';
  return renderMail(
    {
      to: account.email,
      subject: isSetup ? `Set up your ${PRODUCT_NAME} account` : `Reset your ${PRODUCT_NAME} password`,
      greeting: greeting(account),
      paragraphs: isSetup
        ? [
            `You have been invited to ${await placeOf(deps, account)}.`,
            'Choose a password to set up your account.',
          ]
        : ['Somebody asked for a new password for your account. Choose it here.'],
      action: { label: isSetup ? 'Complete Setup' : 'Reset Password', url },
      notes: [
        `The link works once, within ${LIFETIMES[purpose]}. A newer mail makes it void.`,
        isSetup
          ? 'If you did not expect this invitation, you can ignore it.'
          : 'If it was not you, you can ignore this mail: your password stays as it is.',
      ],
    },
    PRODUCT_NAME,
  );
}

export function passwordChangedMail({ config }: MailDeps, account: Account): Mail {
  return renderMail(
    {
      to: account.email,
      subject: `Your ${config.PRODUCT_NAME} password was changed`,
      greeting: greeting(account),
      paragraphs: [
        'The password of your account was changed, and every session was signed out.',
        'If it was not you, reset your password now and tell us.',
      ],
    },
    config.PRODUCT_NAME,
  );
}

/** To the former address: whoever took over an account would read what goes to the new one. */
export function addressChangedMail({ config }: MailDeps, account: Account, former: string): Mail {
  return renderMail(
    {
      to: former,
      subject: `Your ${config.PRODUCT_NAME} email address was changed`,
      greeting: greeting(account),
      paragraphs: [
        'Your account has another email address now. Sign in with that one from here on.',
        'If it was not you, tell us.',
      ],
    },
    config.PRODUCT_NAME,
  );
}

export const greeting = ({ first_name }: Account) => `Hello ${plainName(first_name) || 'there'},`;

/** Where links lead: the address that people open. */
export const baseUrl = ({ config }: Pick<Deps, 'config'>) =>
  config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;

async function placeOf({ commands, config }: MailDeps, { actor }: Account): Promise<string> {
  if (actor.clientId === undefined) return `the staff of ${config.PRODUCT_NAME}`;
  const { state } = await commands.load(client, streams.client(actor.clientId));
  return state ? `${plainName(state.name)} on ${config.PRODUCT_NAME}` : config.PRODUCT_NAME;
}
