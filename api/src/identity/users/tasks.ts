import { type DomainEvent, type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Readable } from '../../platform/commands/commands.ts';
import { isDomainError } from '../../platform/errors.ts';
import { executeAs } from '../../platform/http/route.ts';
import { cause, defineReactor, type Job } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import { operatorTokenDecider } from '../operator-tokens/operator-token.ts';
import type { IdentityPorts } from '../ports.ts';
import { EMAIL_ATTEMPTS } from '../sessions/constants.ts';
import { passwordLinkPurpose } from '../sessions/contract.ts';
import { findUserByMailbox, type UserKind } from '../sessions/credentials.ts';
import { clientUser } from './client-user.ts';
import { addressChangedEmail, confirmationEmail, linkEmail, passwordChangedEmail } from './emails.ts';
import { executeOnUser, loadAccount } from './load-account.ts';
import { staffUser } from './staff-user.ts';
import type { User } from './user.ts';
import { syncEmail, syncSessions } from './users.ts';

const ref = z.object({ kind: z.enum(['staff', 'client']), user_id: z.string() });
const linkJob = ref.extend({ purpose: passwordLinkPurpose });
const revokeTokensJob = cause.extend({ user_id: z.string(), until: z.iso.datetime() });
const userJob = ref.extend(cause.shape);
const forgotJob = cause.extend({ kind: z.enum(['staff', 'client']), email_hmac: z.hex() });
type ForgotJob = z.output<typeof forgotJob>;

type UserEvent = Pick<RecordedEvent<'StaffUserInvited'>, 'data' | 'metadata'>;
type Reaction = (event: UserEvent) => Job[];

/**
 * Returns the jobs for the events of one kind of user: they send emails and repeat updates that a crash may have
 * interrupted.
 */
function reactionsOf(kind: UserKind) {
  const job = (task: string, { data }: UserEvent, extra: Record<string, unknown> = {}): Job => ({
    task: `identity.${task}`,
    payload: { kind, user_id: data.user_id, ...extra },
    maxAttempts: EMAIL_ATTEMPTS,
  });
  return {
    invited: (event) => [job('send-link', event, { purpose: 'setup' })],
    resetRequested: (event) => [
      job('send-link', event, { purpose: 'reset' }),
      job('send-recovery-link', event),
    ],
    passwordChanged: (event) => [job('settle-sessions', event), job('tell-password-changed', event)],
    emailChanged: (event) => [
      job('settle-email', event),
      job('tell-email-changed', event),
      job('send-confirm-link', event),
      // The invitation to the previous address is void, so a pending user gets a new one.
      job('send-link', event, { purpose: 'setup' }),
    ],
    emailConfirmed: (event) => [job('settle-email', event)],
    accessChanged: (event) => [job('settle-sessions', event)],
  } satisfies Record<string, Reaction>;
}

const staff = reactionsOf('staff');
/** Returns a reaction's jobs, and the job that revokes the user's operator tokens. */
const withRevokedTokens = (event: UserEvent, reaction: Reaction): Job[] => [
  ...reaction(event),
  {
    task: 'identity.revoke-operator-tokens',
    payload: { user_id: event.data.user_id, until: event.metadata.at },
  },
];
const client = reactionsOf('client');

export const identityReactor = defineReactor({
  name: 'identity',
  on: {
    StaffUserInvited: staff.invited,
    StaffUserPasswordResetRequested: staff.resetRequested,
    StaffUserPasswordChanged: (event) => withRevokedTokens(event, staff.passwordChanged),
    StaffUserPasswordReset: (event) => withRevokedTokens(event, staff.passwordChanged),
    StaffUserEmailChanged: staff.emailChanged,
    StaffUserEmailConfirmed: staff.emailConfirmed,
    StaffUserDeactivated: (event) => withRevokedTokens(event, staff.accessChanged),
    StaffUserRoleChanged: (event) => withRevokedTokens(event, staff.accessChanged),
    ClientUserInvited: client.invited,
    ClientUserPasswordResetRequested: client.resetRequested,
    ClientUserPasswordChanged: client.passwordChanged,
    ClientUserPasswordReset: client.passwordChanged,
    ClientUserEmailChanged: client.emailChanged,
    ClientUserEmailConfirmed: client.emailConfirmed,
    ClientUserDeactivated: client.accessChanged,
  },
});

/**
 * Enqueues a password reset request. The worker looks up the address, so that the response time does not reveal whether
 * it is known. A request replaces one that is still queued for the same address.
 */
export async function enqueueForgotPassword(
  { pg }: Pick<IdentityPorts, 'pg'>,
  job: ForgotJob,
): Promise<void> {
  await pg.query(
    `SELECT graphile_worker.add_job('identity.forgot-password', $1::json, max_attempts => $2, job_key => $3)`,
    [JSON.stringify(job), EMAIL_ATTEMPTS, `forgot:${job.kind}:${job.email_hmac}`],
  );
}

/** Reads a user as of before an event; the user may have changed again since then. */
const userBefore = <Event extends DomainEvent>(
  { evolve }: Readable<User | undefined, Event>,
  eventId: string | undefined,
): Readable<{ current?: User | undefined; found?: User | undefined }, Event & { id: string }> => ({
  initialState: {},
  readsPersonalData: true,
  evolve: ({ current, found }, event) => ({
    current: evolve(current, event),
    found: event.id === eventId ? current : found,
  }),
});

export function identityTasks(ports: IdentityPorts): Record<string, Task> {
  const { commands, pool, links, mailer, operatorTokens } = ports;
  const accountOf = ({ kind, user_id }: z.infer<typeof ref>) => loadAccount(commands, { kind, id: user_id });

  return {
    'identity.forgot-password': async (payload, { job }) => {
      const { kind, email_hmac, ...cause } = forgotJob.parse(payload);
      const id = await findUserByMailbox(pool, kind, Buffer.from(email_hmac, 'hex'));
      if (id === undefined) return;
      const idempotentOrigin = {
        actor: SYSTEM,
        ...cause,
        idempotencyKey: `job-${job.id}`,
        route: 'forgot-password',
      };
      try {
        await executeOnUser(
          executeAs(commands, idempotentOrigin),
          { kind, id },
          { type: 'request_password_reset' },
          SYSTEM,
        );
      } catch (error) {
        // Inactive users and users that were never created get no link.
        if (!isDomainError(error, 'USER_INACTIVE') && !isDomainError(error, 'USER_UNKNOWN')) throw error;
      }
    },

    'identity.send-link': async (payload) => {
      const { purpose, ...user } = linkJob.parse(payload);
      const account = await accountOf(user);
      // The user may already have accepted the invitation.
      if (!account?.isActive || (purpose === 'setup' && !account.isPending)) return;
      const token = await links.create({
        kind: user.kind,
        userId: user.user_id,
        purpose,
        email: account.email,
      });
      await mailer(await linkEmail(ports, account, purpose, token));
    },

    'identity.send-recovery-link': async (payload) => {
      const account = await accountOf(ref.parse(payload));
      if (!account?.isActive || account.recoveryEmail === undefined) return;
      const { kind, id: userId } = account.ref;
      const email = account.recoveryEmail;
      const token = await links.create({ kind, userId, purpose: 'reset', email });
      await mailer(await linkEmail(ports, account, 'reset', token, email));
    },

    'identity.send-confirm-link': async (payload) => {
      const account = await accountOf(ref.parse(payload));
      if (!account?.isActive || account.recoveryEmail === undefined) return;
      const { kind, id: userId } = account.ref;
      const token = await links.create({ kind, userId, purpose: 'confirm', email: account.email });
      await mailer(confirmationEmail(ports, account, token));
    },

    'identity.tell-password-changed': async (payload) => {
      const account = await accountOf(ref.parse(payload));
      if (account?.isActive) await mailer(passwordChangedEmail(ports, account));
    },

    'identity.tell-email-changed': async (payload) => {
      const { causationId, ...user } = userJob.parse(payload);
      const account = await accountOf(user);
      const { state } =
        user.kind === 'staff'
          ? await commands.load(userBefore(staffUser, causationId), streams.staffUser(user.user_id))
          : await commands.load(userBefore(clientUser, causationId), streams.clientUser(user.user_id));
      const { found: former } = state;
      // The address of an invitation was never confirmed, and a corrected one may belong to a stranger.
      if (!account?.isActive || former === undefined || former.isPending) return;
      const isConfirmed = former.recoveryEmail === undefined;
      await mailer(addressChangedEmail(ports, account, { email: former.email, isConfirmed }));
    },

    'identity.settle-email': async (payload) => {
      const { kind, user_id, ...cause } = userJob.parse(payload);
      await syncEmail(ports, { kind, id: user_id }, { actor: SYSTEM, ...cause });
    },

    'identity.revoke-operator-tokens': async (payload) => {
      const { user_id, until, ...cause } = revokeTokensJob.parse(payload);
      // Usually the request has already revoked the tokens. This repeats the revocation and appends its events.
      for (const id of await operatorTokens.revokeAllForUser(user_id, new Date(until)))
        await commands.execute(operatorTokenDecider, {
          stream: streams.operatorToken(id),
          command: { type: 'revoke' },
          actor: SYSTEM,
          ...cause,
        });
    },

    'identity.settle-sessions': async (payload) => {
      const { kind, user_id } = ref.parse(payload);
      await syncSessions(ports, { kind, id: user_id });
    },
  };
}
