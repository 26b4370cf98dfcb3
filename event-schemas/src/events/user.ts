import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';

const userId = z.object({ user_id: key() });
const session = userId.extend({ session_id: key() });

type SubjectOf = (data: Record<string, unknown>) => string;

/** Events of every user, staff or client (spec 000 §4, §7). They never contain passwords, links or codes. */
function eventsOf(subject: SubjectOf) {
  return {
    /**
     * The user was invited to set a first password; an email with a link follows. Recorded again when a
     * password reset is requested for a pending user, who gets another invitation instead.
     */
    Invited: defineEvent({ data: userId }),
    SetupCompleted: defineEvent({ data: userId }),
    /** Requested by the user or by a SuperAdmin; the actor says which. An email with a link follows. */
    PasswordResetRequested: defineEvent({ data: userId }),
    /** A new password was set through a link or from the command line. Like `PasswordChanged`, ends all sessions. */
    PasswordReset: defineEvent({ data: userId }),
    PasswordChanged: defineEvent({ data: userId }),
    EmailChanged: defineEvent({
      data: userId.extend({ email: z.string(), previous_email: z.string() }),
      personal: [{ fields: ['email', 'previous_email'], subject }],
    }),
    /** The new address was confirmed from its mailbox; reset links no longer go to the previous one. */
    EmailConfirmed: defineEvent({ data: userId }),
    Renamed: defineEvent({
      data: userId.extend({ first_name: z.string(), last_name: z.string() }),
      personal: [{ fields: ['first_name', 'last_name'], subject }],
    }),
    /** `factor`: second factor used, where two-factor sign-in is on. */
    SignedIn: defineEvent({ data: session.extend({ factor: z.enum(['totp', 'recovery_code']).optional() }) }),
    SignedOut: defineEvent({ data: session }),
    /**
     * `token_replayed`: a refresh token was used again after the grace period or after its successor was replaced;
     * `revoked`: ended from the list of sessions.
     */
    SessionEnded: defineEvent({ data: session.extend({ reason: z.enum(['token_replayed', 'revoked']) }) }),
    TwoFactorEnabled: defineEvent({ data: userId }),
    /** Turned off by the user, by a SuperAdmin or from the command line; the actor says which. */
    TwoFactorDisabled: defineEvent({ data: userId }),
    /** Ends all sessions and prevents new ones. */
    Deactivated: defineEvent({ data: userId }),
    Reactivated: defineEvent({ data: userId }),
  };
}

type UserEvents = ReturnType<typeof eventsOf>;

/** Names of these events without the kind of user, e.g. `SignedIn` of `StaffUserSignedIn`. */
export type UserEventName = keyof UserEvents;

/**
 * Returns the events of one kind of user, e.g. `StaffUserSignedIn`. `subject` returns the subject of the personal
 * fields.
 */
export function userEvents<Kind extends string>(
  kind: Kind,
  subject: SubjectOf,
): { [Name in UserEventName as `${Kind}${Name}`]: UserEvents[Name] } {
  const entries = Object.entries(eventsOf(subject)).map(([name, definition]) => [
    `${kind}${name}`,
    definition,
  ]);
  // `fromEntries` loses the types of the entries.
  return Object.fromEntries(entries) as ReturnType<typeof userEvents<Kind>>;
}
