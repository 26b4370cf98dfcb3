import { ERASED } from '@landline/event-schemas/personal';
import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { clientUser } from './client-user.ts';
import { staffUser } from './staff-user.ts';

const person = { user_id: 'u1', email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' };
const session = { user_id: 'u1', session_id: 's1' };
const replayed = { ...session, reason: 'token_replayed' } as const;

describe('a staff user', () => {
  const given = specification(staffUser);
  const data = { ...person, role: 'Admin' } as const;
  const created = { type: 'StaffUserCreated', data } as const;
  const signedIn = { type: 'StaffUserSignedIn', data: session } as const;
  const signedOut = { type: 'StaffUserSignedOut', data: session } as const;
  const ended = { type: 'StaffUserSessionEnded', data: replayed } as const;

  test('is created', () =>
    given()
      .when({ type: 'create', ...data })
      .then(created));
  test('ignores a repeated creation', () =>
    given(created)
      .when({ type: 'create', ...data })
      .thenNothing());
  test('rejects another user under the same id', () =>
    given(created)
      .when({ type: 'create', ...data, email: 'bob@example.com' })
      .thenRejected('USER_EXISTS'));
  test('signs in', () => given(created).when({ type: 'sign_in', session_id: 's1' }).then(signedIn));
  test('rejects signing in before creation', () =>
    given().when({ type: 'sign_in', session_id: 's1' }).thenRejected('USER_UNKNOWN'));
  test('ignores a repeated sign-in to a session', () =>
    given(created, signedIn).when({ type: 'sign_in', session_id: 's1' }).thenNothing());
  test('signs out', () =>
    given(created, signedIn).when({ type: 'sign_out', session_id: 's1' }).then(signedOut));
  test('ignores a repeated sign-out', () =>
    given(created, signedIn, signedOut).when({ type: 'sign_out', session_id: 's1' }).thenNothing());
  test('records the end of a replayed session', () =>
    given(created, signedIn).when({ type: 'end_replayed_session', session_id: 's1' }).then(ended));
  test('records the end of a replayed session once', () =>
    given(created, signedIn, ended).when({ type: 'end_replayed_session', session_id: 's1' }).thenNothing());
  test('changes role and ends its sessions', () =>
    given(created, signedIn)
      .when({ type: 'administer', role: 'Manager' })
      .then({
        type: 'StaffUserRoleChanged',
        data: { user_id: 'u1', role: 'Manager', previous_role: 'Admin' },
      }));
  test('undoes a role change only if the role still holds', () =>
    given(created)
      .when({ type: 'administer', role: 'Manager', onlyIf: { role: 'Employee' } })
      .thenRejected('CHANGED_SINCE'));
  test('ignores an unchanged role', () =>
    given(created).when({ type: 'administer', role: 'Admin', active: true }).thenNothing());
  test('changes role and activity in one command', () =>
    given(created)
      .when({ type: 'administer', role: 'Employee', active: false })
      .then(
        {
          type: 'StaffUserRoleChanged',
          data: { user_id: 'u1', role: 'Employee', previous_role: 'Admin' },
        },
        { type: 'StaffUserDeactivated', data: { user_id: 'u1' } },
      ));
  test('has no sessions after a role change', () =>
    given(created, signedIn, {
      type: 'StaffUserRoleChanged',
      data: { user_id: 'u1', role: 'Manager', previous_role: 'Admin' },
    })
      .when({ type: 'sign_out', session_id: 's1' })
      .thenNothing());
  test('records the second factor', () =>
    given(created)
      .when({ type: 'sign_in', session_id: 's1', factor: 'recovery_code' })
      .then({ type: 'StaffUserSignedIn', data: { ...session, factor: 'recovery_code' } }));
  test('rejects administration of an unknown user', () =>
    given().when({ type: 'administer', active: false }).thenRejected('USER_UNKNOWN'));

  test('can have several sessions', () =>
    given(
      created,
      signedIn,
      { type: 'StaffUserSignedIn', data: { user_id: 'u1', session_id: 's2' } },
      signedOut,
    )
      .when({ type: 'sign_out', session_id: 's2' })
      .then({ type: 'StaffUserSignedOut', data: { user_id: 'u1', session_id: 's2' } }));
});

describe('a client user', () => {
  const given = specification(clientUser);
  const data = { ...person, client_id: 'c1' };
  const created = { type: 'ClientUserCreated', data } as const;
  const signedIn = { type: 'ClientUserSignedIn', data: session } as const;

  test('is created', () =>
    given()
      .when({ type: 'create', ...data })
      .then(created));
  test('ignores a repeated creation', () =>
    given(created)
      .when({ type: 'create', ...data })
      .thenNothing());
  test('signs in', () => given(created).when({ type: 'sign_in', session_id: 's1' }).then(signedIn));
  test('rejects signing in before creation', () =>
    given().when({ type: 'sign_in', session_id: 's1' }).thenRejected('USER_UNKNOWN'));
  test('signs out', () =>
    given(created, signedIn)
      .when({ type: 'sign_out', session_id: 's1' })
      .then({ type: 'ClientUserSignedOut', data: session }));
  test('records the end of a replayed session', () =>
    given(created, signedIn)
      .when({ type: 'end_replayed_session', session_id: 's1' })
      .then({ type: 'ClientUserSessionEnded', data: replayed }));
});

describe('a user of either kind', () => {
  const given = specification(clientUser);
  const data = { ...person, client_id: 'c1' };
  const ids = { user_id: 'u1' };
  const created = { type: 'ClientUserCreated', data } as const;
  const invited = { type: 'ClientUserInvited', data: ids } as const;
  const setUp = { type: 'ClientUserSetupCompleted', data: ids } as const;
  const deactivated = { type: 'ClientUserDeactivated', data: ids } as const;
  const signedIn = { type: 'ClientUserSignedIn', data: session } as const;
  const signIn = { type: 'sign_in', session_id: 's1' } as const;
  const signOut = { type: 'sign_out', session_id: 's1' } as const;

  test('is invited', () =>
    given()
      .when({ type: 'invite', ...data })
      .then(created, invited));
  test('is invited once', () =>
    given(created, invited)
      .when({ type: 'invite', ...data })
      .thenNothing());
  test('cannot sign in before setup', () =>
    given(created, invited).when(signIn).thenRejected('USER_INACTIVE'));
  test('completes setup by the link', () =>
    given(created, invited).when({ type: 'complete_setup', sent_to: 'ada@example.com' }).then(setUp));
  test('completes setup once', () =>
    given(created, invited, setUp)
      .when({ type: 'complete_setup', sent_to: 'ada@example.com' })
      .thenRejected('LINK_INVALID'));
  test('can sign in after setup', () => given(created, invited, setUp).when(signIn).then(signedIn));

  test('can request a password reset', () =>
    given(created)
      .when({ type: 'request_password_reset' })
      .then({ type: 'ClientUserPasswordResetRequested', data: ids }));
  test('is invited again without a password', () =>
    given(created, invited).when({ type: 'request_password_reset' }).then(invited));

  test.each([
    ['reset_password', 'ClientUserPasswordReset'],
    ['change_password', 'ClientUserPasswordChanged'],
  ] as const)('%s ends all sessions', (type, event) => {
    const happened = { type: event, data: ids };
    given(created, signedIn).when({ type }).then(happened);
    given(created, signedIn, happened).when(signOut).thenNothing();
  });

  test('records email and name changes separately', () =>
    given(created)
      .when({ type: 'edit', email: 'grace@example.com', first_name: 'Grace' })
      .then(
        { type: 'ClientUserRenamed', data: { ...ids, first_name: 'Grace', last_name: 'Lovelace' } },
        {
          type: 'ClientUserEmailChanged',
          data: { ...ids, email: 'grace@example.com', previous_email: 'ada@example.com' },
        },
      ));
  const changed = {
    type: 'ClientUserEmailChanged',
    data: { ...ids, email: 'grace@example.com', previous_email: 'ada@example.com' },
  } as const;
  const confirmed = { type: 'ClientUserEmailConfirmed', data: ids } as const;
  const reset = { type: 'ClientUserPasswordReset', data: ids } as const;

  test('confirms a changed address once', () => {
    given(created, changed).when({ type: 'confirm_email', sent_to: 'grace@example.com' }).then(confirmed);
    given(created, changed, confirmed)
      .when({ type: 'confirm_email', sent_to: 'grace@example.com' })
      .thenNothing();
  });
  test('confirms a changed address by a reset link from its mailbox', () =>
    given(created, changed)
      .when({ type: 'reset_password', sent_to: 'grace@example.com' })
      .then(confirmed, reset));
  test('restores the previous address by a reset link from its mailbox', () =>
    given(created, changed)
      .when({ type: 'reset_password', sent_to: 'ada@example.com' })
      .then(
        {
          type: 'ClientUserEmailChanged',
          data: { ...ids, email: 'ada@example.com', previous_email: 'grace@example.com' },
        },
        reset,
      ));
  test('rejects a link to a replaced address', () => {
    const again = { ...ids, email: 'eve@example.com', previous_email: 'grace@example.com' };
    const twice = given(created, changed, { type: 'ClientUserEmailChanged', data: again });
    const sent_to = 'grace@example.com';
    twice.when({ type: 'reset_password', sent_to }).thenRejected('LINK_INVALID');
    twice.when({ type: 'confirm_email', sent_to }).thenRejected('LINK_INVALID');
    given(created, { type: 'ClientUserInvited', data: ids }, changed)
      .when({ type: 'complete_setup', sent_to: 'ada@example.com' })
      .thenRejected('LINK_INVALID');
  });
  test('does not confirm the address by a reset without a link', () =>
    given(created, changed).when({ type: 'reset_password' }).then(reset));
  test('does not replace a confirmed address', () =>
    given(created, changed, confirmed)
      .when({ type: 'reset_password', sent_to: 'ada@example.com' })
      .thenRejected('LINK_INVALID'));
  test('does not restore the mistyped address of an invitation', () =>
    given(created, { type: 'ClientUserInvited', data: ids }, changed, {
      type: 'ClientUserSetupCompleted',
      data: ids,
    })
      .when({ type: 'reset_password', sent_to: 'ada@example.com' })
      .thenRejected('LINK_INVALID'));
  test('restores the last confirmed address after two changes', () =>
    given(created, changed, {
      type: 'ClientUserEmailChanged',
      data: { ...ids, email: 'eve@example.com', previous_email: 'grace@example.com' },
    })
      .when({ type: 'reset_password', sent_to: 'ada@example.com' })
      .then(
        {
          type: 'ClientUserEmailChanged',
          data: { ...ids, email: 'ada@example.com', previous_email: 'eve@example.com' },
        },
        reset,
      ));

  const twoFactor = { type: 'ClientUserTwoFactorEnabled', data: ids } as const;
  test('turns two-factor sign-in on and off once', () => {
    given(created).when({ type: 'enable_two_factor' }).then(twoFactor);
    given(created, twoFactor).when({ type: 'enable_two_factor' }).thenNothing();
    given(created, twoFactor)
      .when({ type: 'disable_two_factor' })
      .then({ type: 'ClientUserTwoFactorDisabled', data: ids });
    given(created).when({ type: 'disable_two_factor' }).thenNothing();
  });

  test('ignores unchanged fields', () =>
    given(created).when({ type: 'edit', email: 'ada@example.com', first_name: 'Ada' }).thenNothing());
  test('rejects editing an unknown user', () =>
    given().when({ type: 'edit', first_name: 'X' }).thenRejected('USER_UNKNOWN'));

  test('revokes a session', () =>
    given(created, signedIn)
      .when({ type: 'revoke_session', session_id: 's1' })
      .then({ type: 'ClientUserSessionEnded', data: { ...session, reason: 'revoked' } }));
  test('does not revoke an ended session', () =>
    given(created).when({ type: 'revoke_session', session_id: 's1' }).thenNothing());

  test('is not reactivated once its personal data was erased', () =>
    given({ ...created, data: { ...data, email: ERASED } }, deactivated)
      .when({ type: 'reactivate' })
      .thenRejected('USER_ERASED'));
  test('is deactivated once', () => {
    given(created).when({ type: 'deactivate' }).then(deactivated);
    given(created, deactivated).when({ type: 'deactivate' }).thenNothing();
  });
  test.each(['request_password_reset', 'reset_password', 'change_password'] as const)(
    'rejects %s when deactivated',
    (type) => given(created, deactivated).when({ type }).thenRejected('USER_INACTIVE'),
  );
  test('cannot sign in when deactivated', () => {
    given(created, deactivated).when(signIn).thenRejected('USER_INACTIVE');
    given(created, signedIn, deactivated).when(signOut).thenNothing();
  });
  test('can be reactivated', () =>
    given(created, deactivated)
      .when({ type: 'reactivate' })
      .then({ type: 'ClientUserReactivated', data: ids }));
});
