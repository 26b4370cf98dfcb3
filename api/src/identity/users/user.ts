import type { DomainEvent, EventData, UserEventName } from '@landline/event-schemas';
import { ERASED } from '@landline/event-schemas/personal';
import { DomainError, notFound } from '../../platform/errors.ts';

/** State shared by staff and client users. */
export interface User {
  user_id: string;
  email: string;
  /** Previous addresses; may include the current one. */
  formerEmails: readonly string[];
  /** The last confirmed address, while the current one is not confirmed; reset links go there as well. */
  recoveryEmail?: string | undefined;
  first_name: string;
  last_name: string;
  /** Invited, no password yet. */
  isPending: boolean;
  isActive: boolean;
  hasTwoFactor: boolean;
  /** Sessions that were opened and not closed; some may have expired. */
  sessions: readonly string[];
}

/** Events of both kinds of user without their prefix; both have the same data. */
export type UserEvent = {
  [Name in UserEventName]: { readonly type: Name; readonly data: EventData<`StaffUser${Name}`> };
}[UserEventName];

export type SecondFactor = NonNullable<EventData<'StaffUserSignedIn'>['factor']>;

/** Commands for both kinds of user (spec 000 §3, §4). */
export type UserCommand =
  | { type: 'request_password_reset' }
  /** `sent_to`: the address whose mailbox the link proves. */
  | { type: 'complete_setup'; sent_to: string }
  /** A link sent to the last confirmed address also changes the address back; without a link, no mailbox is proven. */
  | { type: 'reset_password'; sent_to?: string }
  | { type: 'change_password' }
  | { type: 'confirm_email'; sent_to: string }
  | { type: 'enable_two_factor' }
  | { type: 'disable_two_factor' }
  /** Omitted fields stay unchanged. */
  | { type: 'edit'; email?: string; first_name?: string; last_name?: string }
  | { type: 'deactivate' }
  | { type: 'reactivate' }
  | { type: 'sign_in'; session_id: string; factor?: SecondFactor }
  | { type: 'sign_out'; session_id: string }
  /** A refresh token was replayed after its successor was used. */
  | { type: 'end_replayed_session'; session_id: string }
  | { type: 'revoke_session'; session_id: string };

/** Prefix of the event types. */
type Kind = 'StaffUser' | 'ClientUser';
type PrefixedUserEvent<K extends Kind> = DomainEvent<`${K}${UserEventName}`>;

/** Removes and adds the prefix of one kind of user. */
export function eventNames<K extends Kind>(kind: K) {
  // TypeScript cannot split template literal names.
  return {
    without: ({ type, data }: PrefixedUserEvent<K>) =>
      ({ type: type.slice(kind.length), data }) as unknown as UserEvent,
    with: ({ type, data }: UserEvent) =>
      ({ type: `${kind}${type}`, data }) as unknown as PrefixedUserEvent<K>,
  };
}

/** Returns whether a user's personal data was erased. */
export const isErased = ({ email }: Pick<User, 'email'>) => email === ERASED;

/** Returns false if the user exists with this address. Throws `USER_EXISTS` if the user exists with another address. */
export function isNew(user: User | undefined, email: string): boolean {
  if (user && user.email !== email)
    throw new DomainError('conflict', 'USER_EXISTS', 'This user already exists.');
  return user === undefined;
}

export const newUser = (data: {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
}): User => ({
  ...data,
  formerEmails: [],
  isPending: false,
  isActive: true,
  hasTwoFactor: false,
  sessions: [],
});

export function evolveUser(user: User, event: UserEvent): User {
  switch (event.type) {
    case 'Invited':
      return { ...user, isPending: true };
    case 'SetupCompleted':
    case 'PasswordReset':
    case 'PasswordChanged':
      return { ...user, isPending: false, sessions: [] };
    case 'EmailChanged': {
      const { email, previous_email } = event.data;
      // An invited user has not confirmed the address yet.
      const confirmedEmail = user.isPending ? undefined : (user.recoveryEmail ?? previous_email);
      return {
        ...user,
        email,
        formerEmails: [...without(user.formerEmails, previous_email), previous_email],
        recoveryEmail: confirmedEmail === email ? undefined : confirmedEmail,
      };
    }
    case 'EmailConfirmed':
      return { ...user, recoveryEmail: undefined };
    case 'TwoFactorEnabled':
      return { ...user, hasTwoFactor: true };
    case 'TwoFactorDisabled':
      return { ...user, hasTwoFactor: false };
    case 'Renamed':
      return { ...user, first_name: event.data.first_name, last_name: event.data.last_name };
    case 'Deactivated':
      return { ...user, isActive: false, sessions: [] };
    case 'Reactivated':
      return { ...user, isActive: true };
    case 'SignedIn':
      return { ...user, sessions: [...without(user.sessions, event.data.session_id), event.data.session_id] };
    case 'SignedOut':
    case 'SessionEnded':
      return { ...user, sessions: without(user.sessions, event.data.session_id) };
    case 'PasswordResetRequested':
      return user;
  }
}

const without = (items: readonly string[], removed: string) => items.filter((item) => item !== removed);

/** Throws `USER_UNKNOWN`, `USER_INACTIVE`, `USER_ERASED`, `LINK_INVALID`. */
export function decideUser(command: UserCommand, user: User | undefined): UserEvent[] {
  if (!user) throw userUnknown();
  const { user_id } = user;
  if ('session_id' in command) return decideSession(command, user);
  switch (command.type) {
    case 'edit':
      return decideEdit(command, user);
    case 'deactivate':
      return user.isActive ? [{ type: 'Deactivated', data: { user_id } }] : [];
    case 'reactivate':
      if (isErased(user)) throw erased();
      return user.isActive ? [] : [{ type: 'Reactivated', data: { user_id } }];
    case 'enable_two_factor':
      return user.hasTwoFactor ? [] : [{ type: 'TwoFactorEnabled', data: { user_id } }];
    case 'disable_two_factor':
      return user.hasTwoFactor ? [{ type: 'TwoFactorDisabled', data: { user_id } }] : [];
  }
  if (!user.isActive) throw inactive();
  switch (command.type) {
    case 'request_password_reset':
      // A pending user gets another invitation.
      return [{ type: user.isPending ? 'Invited' : 'PasswordResetRequested', data: { user_id } }];
    case 'complete_setup':
      if (!user.isPending || command.sent_to !== user.email) throw linkInvalid();
      return [{ type: 'SetupCompleted', data: { user_id } }];
    case 'reset_password':
      return [...confirmedByLink(command.sent_to, user), { type: 'PasswordReset', data: { user_id } }];
    case 'confirm_email':
      if (command.sent_to !== user.email) throw linkInvalid();
      return confirmedByLink(command.sent_to, user);
    case 'change_password':
      return [{ type: 'PasswordChanged', data: { user_id } }];
  }
}

/**
 * Returns the event by which a link confirms the current address or restores the last confirmed one. Throws `LINK_INVALID` for
 * a replaced address.
 */
function confirmedByLink(sentTo: string | undefined, { user_id, email, recoveryEmail }: User): UserEvent[] {
  if (sentTo === undefined) return [];
  if (sentTo === email)
    return recoveryEmail === undefined ? [] : [{ type: 'EmailConfirmed', data: { user_id } }];
  if (sentTo !== recoveryEmail) throw linkInvalid();
  return [{ type: 'EmailChanged', data: { user_id, email: sentTo, previous_email: email } }];
}

function decideSession(command: Extract<UserCommand, { session_id: string }>, user: User): UserEvent[] {
  const { session_id } = command;
  const { user_id } = user;
  const isOpen = user.sessions.includes(session_id);
  switch (command.type) {
    case 'sign_in': {
      const { factor } = command;
      if (!user.isActive || user.isPending) throw inactive();
      return isOpen ? [] : [{ type: 'SignedIn', data: { user_id, session_id, ...(factor && { factor }) } }];
    }
    case 'sign_out':
      return isOpen ? [{ type: 'SignedOut', data: { user_id, session_id } }] : [];
    case 'end_replayed_session':
      return isOpen
        ? [{ type: 'SessionEnded', data: { user_id, session_id, reason: 'token_replayed' } }]
        : [];
    case 'revoke_session':
      return isOpen ? [{ type: 'SessionEnded', data: { user_id, session_id, reason: 'revoked' } }] : [];
  }
}

function decideEdit(command: Extract<UserCommand, { type: 'edit' }>, user: User): UserEvent[] {
  const { user_id, email: previous_email } = user;
  const { email = user.email, first_name = user.first_name, last_name = user.last_name } = command;
  const events: UserEvent[] = [];
  if (first_name !== user.first_name || last_name !== user.last_name) {
    events.push({ type: 'Renamed', data: { user_id, first_name, last_name } });
  }
  if (email !== user.email) events.push({ type: 'EmailChanged', data: { user_id, email, previous_email } });
  return events;
}

export const userUnknown = () => notFound('USER_UNKNOWN');
const erased = () =>
  new DomainError(
    'rule_broken',
    'USER_ERASED',
    'The personal data of this user was erased. Invite the person again to create a new account.',
  );
const inactive = () => new DomainError('rule_broken', 'USER_INACTIVE', 'This account is not active.');

/** Returns the same error for forged, used, expired, revoked and mismatched links (spec 000 §8). */
export const linkInvalid = () =>
  new DomainError('rule_broken', 'LINK_INVALID', 'Invalid or expired setup link');
