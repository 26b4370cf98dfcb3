import { SYSTEM } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { isDomainError } from '../errors.ts';
import { cause, defineReactor, type Job } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { executeOnUser, loadAccount } from './accounts.ts';
import { MAIL_ATTEMPTS } from './constants.ts';
import { linkPurpose } from './contract.ts';
import { findCredentialByHmac, type UserKind } from './credentials.ts';
import { addressChangedMail, linkMail, passwordChangedMail } from './mails.ts';
import { settleEmail, settleSessions } from './users.ts';

const ref = z.object({ kind: z.enum(['staff', 'client']), user_id: z.string() });
const linkJob = ref.extend({ purpose: linkPurpose });
const settleEmailJob = ref.extend(cause.shape);
const forgotJob = cause.extend({ kind: z.enum(['staff', 'client']), email_hmac: z.hex() });
type ForgotJob = z.output<typeof forgotJob>;

interface Happened {
  data: { user_id: string };
}
type On = (event: Happened) => Job[];

/** What follows from what happens to a user of one kind: mail, and what a crash may have left undone. */
function reactionsOf(kind: UserKind) {
  const job = (task: string, { data }: Happened, more: Record<string, unknown> = {}): Job => ({
    task: `identity.${task}`,
    payload: { kind, user_id: data.user_id, ...more },
    maxAttempts: MAIL_ATTEMPTS,
  });
  const on = {
    invited: (event) => [job('send-link', event, { purpose: 'setup' })],
    resetRequested: (event) => [job('send-link', event, { purpose: 'reset' })],
    passwordChanged: (event) => [job('settle-sessions', event), job('tell-password-changed', event)],
    emailChanged: (event) => [job('settle-email', event), job('tell-email-changed', event)],
    accessChanged: (event) => [job('settle-sessions', event)],
  } satisfies Record<string, On>;
  return on;
}

const staff = reactionsOf('staff');
const client = reactionsOf('client');

export const identityReactor = defineReactor({
  name: 'identity',
  on: {
    StaffUserInvited: staff.invited,
    StaffUserPasswordResetRequested: staff.resetRequested,
    StaffUserPasswordChanged: staff.passwordChanged,
    StaffUserPasswordReset: staff.passwordChanged,
    StaffUserEmailChanged: staff.emailChanged,
    StaffUserDeactivated: staff.accessChanged,
    StaffUserRoleChanged: staff.accessChanged,
    ClientUserInvited: client.invited,
    ClientUserPasswordResetRequested: client.resetRequested,
    ClientUserPasswordChanged: client.passwordChanged,
    ClientUserPasswordReset: client.passwordChanged,
    ClientUserEmailChanged: client.emailChanged,
    ClientUserDeactivated: client.accessChanged,
  },
});

/**
 * Leaves it to the worker to find out who that is: the caller waits as long for an unknown address as for a known
 * one. Of requests for one address that wait at a time one is kept.
 */
export async function enqueueForgotPassword({ pg }: Pick<Deps, 'pg'>, job: ForgotJob): Promise<void> {
  await pg.query(
    `SELECT graphile_worker.add_job('identity.forgot-password', $1::json, max_attempts => $2, job_key => $3)`,
    [JSON.stringify(job), MAIL_ATTEMPTS, `forgot:${job.kind}:${job.email_hmac}`],
  );
}

export function identityTasks(deps: Deps): Record<string, Task> {
  const { commands, pool, links, mailer } = deps;
  const accountOf = ({ kind, user_id }: z.infer<typeof ref>) => loadAccount(commands, { kind, id: user_id });

  return {
    'identity.forgot-password': async (payload, { job: { id } }) => {
      const { kind, email_hmac, ...cause } = forgotJob.parse(payload);
      const credential = await findCredentialByHmac(pool, kind, Buffer.from(email_hmac, 'hex'));
      if (!credential) return;
      const once = { actor: SYSTEM, ...cause, idempotencyKey: `job-${id}`, route: 'forgot-password' };
      try {
        await executeOnUser(
          (decider, execution) => commands.execute(decider, { ...execution, ...once }),
          { kind, id: credential.user_id },
          { type: 'request_password_reset' },
          SYSTEM,
        );
      } catch (error) {
        // Who is deactivated, or never came to be, gets no link.
        if (!isDomainError(error, 'USER_INACTIVE') && !isDomainError(error, 'USER_UNKNOWN')) throw error;
      }
    },

    'identity.send-link': async (payload) => {
      const { purpose, ...user } = linkJob.parse(payload);
      const account = await accountOf(user);
      // An invitation that was accepted meanwhile has nothing left to open.
      if (!account?.isActive || (purpose === 'setup' && !account.isPending)) return;
      const token = await links.create({ kind: user.kind, userId: user.user_id, purpose });
      await mailer(await linkMail(deps, account, purpose, token));
    },

    'identity.tell-password-changed': async (payload) => {
      const account = await accountOf(ref.parse(payload));
      if (account?.isActive) await mailer(passwordChangedMail(deps, account));
    },

    'identity.tell-email-changed': async (payload) => {
      const account = await accountOf(ref.parse(payload));
      const former = account?.formerEmails.at(-1);
      if (account && former !== undefined) await mailer(addressChangedMail(deps, account, former));
    },

    'identity.settle-email': async (payload) => {
      const { kind, user_id, ...cause } = settleEmailJob.parse(payload);
      await settleEmail(deps, { kind, id: user_id }, { actor: SYSTEM, ...cause });
    },

    'identity.settle-sessions': async (payload) => {
      const { kind, user_id } = ref.parse(payload);
      await settleSessions(deps, { kind, id: user_id });
    },
  };
}
