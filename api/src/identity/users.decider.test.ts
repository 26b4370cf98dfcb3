import { describe, test } from 'vitest';
import { specification } from '../testing/decider.ts';
import { clientUser } from './client-user.ts';
import { staffUser } from './staff-user.ts';

const person = { user_id: 'u1', email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' };
const session = { user_id: 'u1', session_id: 's1' };
const replayed = { ...session, reason: 'token_replayed' } as const;

describe('a member of staff', () => {
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
  test('is created once', () =>
    given(created)
      .when({ type: 'create', ...data })
      .thenNothing());
  test('is not created as somebody else', () =>
    given(created)
      .when({ type: 'create', ...data, email: 'bob@example.com' })
      .thenRefused('USER_EXISTS'));
  test('signs in', () => given(created).when({ type: 'sign_in', session_id: 's1' }).then(signedIn));
  test('does not sign in before being created', () =>
    given().when({ type: 'sign_in', session_id: 's1' }).thenRefused('USER_UNKNOWN'));
  test('signs in to a session once', () =>
    given(created, signedIn).when({ type: 'sign_in', session_id: 's1' }).thenNothing());
  test('signs out', () =>
    given(created, signedIn).when({ type: 'sign_out', session_id: 's1' }).then(signedOut));
  test('signs out of a session once', () =>
    given(created, signedIn, signedOut).when({ type: 'sign_out', session_id: 's1' }).thenNothing());
  test('loses a session whose token was replayed', () =>
    given(created, signedIn).when({ type: 'end_replayed_session', session_id: 's1' }).then(ended));
  test('loses it once', () =>
    given(created, signedIn, ended).when({ type: 'end_replayed_session', session_id: 's1' }).thenNothing());
  test('has sessions beside each other', () =>
    given(
      created,
      signedIn,
      { type: 'StaffUserSignedIn', data: { user_id: 'u1', session_id: 's2' } },
      signedOut,
    )
      .when({ type: 'sign_out', session_id: 's2' })
      .then({ type: 'StaffUserSignedOut', data: { user_id: 'u1', session_id: 's2' } }));
});

describe("a client's user", () => {
  const given = specification(clientUser);
  const data = { ...person, client_id: 'c1' };
  const created = { type: 'ClientUserCreated', data } as const;
  const signedIn = { type: 'ClientUserSignedIn', data: session } as const;

  test('is created', () =>
    given()
      .when({ type: 'create', ...data })
      .then(created));
  test('is created once', () =>
    given(created)
      .when({ type: 'create', ...data })
      .thenNothing());
  test('signs in', () => given(created).when({ type: 'sign_in', session_id: 's1' }).then(signedIn));
  test('does not sign in before being created', () =>
    given().when({ type: 'sign_in', session_id: 's1' }).thenRefused('USER_UNKNOWN'));
  test('signs out', () =>
    given(created, signedIn)
      .when({ type: 'sign_out', session_id: 's1' })
      .then({ type: 'ClientUserSignedOut', data: session }));
  test('loses a session whose token was replayed', () =>
    given(created, signedIn)
      .when({ type: 'end_replayed_session', session_id: 's1' })
      .then({ type: 'ClientUserSessionEnded', data: replayed }));
});
