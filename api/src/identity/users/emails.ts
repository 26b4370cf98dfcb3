import { streams } from '@landline/event-schemas';
import { client } from '../../clients/clients/client.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { plainName, renderMail } from '../../platform/mail/render.ts';
import type { IdentityPorts } from '../ports.ts';
import { CONFIRM_LINK_MS, RESET_LINK_MS, SETUP_LINK_MS } from '../sessions/constants.ts';
import { confirmEmailPath, type PasswordLinkPurpose, passwordLinkPath } from '../sessions/contract.ts';
import type { Account } from './load-account.ts';

type MailDeps = Pick<IdentityPorts, 'config' | 'commands'>;

const DAY_MS = 24 * 60 * 60_000;
const LIFETIMES = {
  setup: `${SETUP_LINK_MS / DAY_MS} days`,
  reset: `${RESET_LINK_MS / 60_000} minutes`,
} as const;

/** Returns the invitation or password reset email with its one-time link. */
export async function linkEmail(
  ports: MailDeps,
  account: Account,
  purpose: PasswordLinkPurpose,
  token: string,
  to = account.email,
): Promise<Mail> {
  const { PRODUCT_NAME } = ports.config;
  const url = new URL(passwordLinkPath(account.ref.kind, purpose, token), baseUrl(ports)).href;
  const isSetup = purpose === 'setup';
  return renderMail(
    {
      to,
      subject: isSetup ? `Set up your ${PRODUCT_NAME} account` : `Reset your ${PRODUCT_NAME} password`,
      greeting: greeting(account),
      paragraphs: isSetup
        ? [
            `You have been invited to ${await invitationTo(ports, account)}.`,
            'Choose a password to set up your account.',
          ]
        : ['A password reset was requested for your account. Choose a new password here.'],
      action: { label: isSetup ? 'Complete Setup' : 'Reset Password', url },
      notes: [
        `The link works once and expires in ${LIFETIMES[purpose]}.`,
        isSetup
          ? 'If you were not expecting this invitation, you can ignore this email.'
          : 'If you did not request this, you can ignore this email. Your password stays the same.',
      ],
    },
    PRODUCT_NAME,
  );
}

/** Returns the email that asks a user to confirm a changed email address. */
export function confirmationEmail(ports: MailDeps, account: Account, token: string): Mail {
  const { PRODUCT_NAME } = ports.config;
  return renderMail(
    {
      to: account.email,
      subject: `Confirm your ${PRODUCT_NAME} email address`,
      greeting: greeting(account),
      paragraphs: [
        'Your account now uses this email address. Please confirm that you receive email here.',
        'Until then, password reset links also go to your previous address.',
      ],
      action: {
        label: 'Confirm email address',
        url: new URL(confirmEmailPath(account.ref.kind, token), baseUrl(ports)).href,
      },
      notes: [`The link works once and expires in ${CONFIRM_LINK_MS / DAY_MS} days.`],
    },
    PRODUCT_NAME,
  );
}

export function passwordChangedEmail({ config }: MailDeps, account: Account): Mail {
  return renderMail(
    {
      to: account.email,
      subject: `Your ${config.PRODUCT_NAME} password was changed`,
      greeting: greeting(account),
      paragraphs: [
        'The password of your account was changed and all sessions were signed out.',
        'If you did not do this, use Forgot password on the sign-in page and contact your administrator.',
      ],
    },
    config.PRODUCT_NAME,
  );
}

/** Returns the notice to the previous address, because after an account takeover the new address belongs to the attacker. */
export function addressChangedEmail({ config }: MailDeps, account: Account, former: FormerAddress): Mail {
  const restore =
    account.recoveryEmail === former.email
      ? 'If you did not make this change, request a password reset for this address before the new address is confirmed. The reset link restores this address.'
      : 'If you did not make this change, contact your administrator.';
  return renderMail(
    {
      to: former.email,
      subject: `Your ${config.PRODUCT_NAME} email address was changed`,
      ...(former.isConfirmed
        ? {
            greeting: greeting(account),
            paragraphs: [
              'The email address of your account was changed. Use the new address to sign in.',
              restore,
            ],
          }
        : {
            // The mailbox may belong to a stranger.
            greeting: 'Hi there,',
            paragraphs: [
              `A ${config.PRODUCT_NAME} account that used this email address now uses another one.`,
              'If this was not your account, you can ignore this email.',
            ],
          }),
    },
    config.PRODUCT_NAME,
  );
}

/** An address that was replaced, and whether it had been confirmed. */
export interface FormerAddress {
  email: string;
  isConfirmed: boolean;
}

export const greeting = ({ first_name }: Account) => `Hi ${plainName(first_name) || 'there'},`;

/** Returns the base URL of links in emails. */
export const baseUrl = ({ config }: Pick<IdentityPorts, 'config'>) =>
  config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;

/** Returns the purpose of an invitation, for example `join Acme on Landline`. */
async function invitationTo({ commands, config }: MailDeps, { actor }: Account): Promise<string> {
  if (actor.clientId === undefined) return `join the ${config.PRODUCT_NAME} staff`;
  const { state } = await commands.load(client, streams.client(actor.clientId));
  return `join ${state ? `${plainName(state.name)} on ` : ''}${config.PRODUCT_NAME}`;
}
