import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { reservation } from './reservation.ts';

const given = specification(reservation);
const NOON = '2026-11-21T12:00:00.000Z';
const ONE = '2026-11-21T13:00:00.000Z';
const TWO = '2026-11-21T14:00:00.000Z';

const reserved = (holder: string, expires_at = ONE) =>
  ({ type: 'ValueReserved', data: { kind: 'email', holder, expires_at } }) as const;
const confirmed = (holder: string) => ({ type: 'ReservationConfirmed', data: { holder } }) as const;
const released = (holder: string) => ({ type: 'ReservationReleased', data: { holder } }) as const;
const reserve = (holder: string, now = NOON, expiresAt = ONE) =>
  ({ type: 'reserve', kind: 'email', holder, now, expiresAt }) as const;

describe('a reservation', () => {
  test('of a free value is granted', () => given().when(reserve('ada')).then(reserved('ada')));
  test('is idempotent', () => given(reserved('ada')).when(reserve('ada')).thenNothing());
  test('rejects other holders', () =>
    given(reserved('ada')).when(reserve('bob')).thenRejected('VALUE_TAKEN'));
  test('can be renewed by its holder after expiry', () =>
    given(reserved('ada'))
      .when(reserve('ada', ONE, TWO))
      .then(reserved('ada', TWO)));
  test('goes to another holder after expiry', () =>
    given(reserved('ada'))
      .when(reserve('bob', ONE, TWO))
      .then(reserved('bob', TWO)));
  test('never expires once confirmed', () =>
    given(reserved('ada'), confirmed('ada')).when(reserve('bob', TWO)).thenRejected('VALUE_TAKEN'));
  test('is idempotent once confirmed', () =>
    given(reserved('ada'), confirmed('ada')).when(reserve('ada', TWO)).thenNothing());
  test('is free after release', () =>
    given(reserved('ada'), confirmed('ada'), released('ada')).when(reserve('bob')).then(reserved('bob')));
});

describe('confirming', () => {
  test('keeps the value', () =>
    given(reserved('ada')).when({ type: 'confirm', holder: 'ada' }).then(confirmed('ada')));
  test('is idempotent', () =>
    given(reserved('ada'), confirmed('ada')).when({ type: 'confirm', holder: 'ada' }).thenNothing());
  test('fails if another holder has the value', () =>
    given(reserved('ada'), reserved('bob'))
      .when({ type: 'confirm', holder: 'ada' })
      .thenRejected('RESERVATION_LOST'));
  test('fails without a reservation', () =>
    given().when({ type: 'confirm', holder: 'ada' }).thenRejected('RESERVATION_LOST'));
});

describe('releasing', () => {
  test('frees the value', () =>
    given(reserved('ada')).when({ type: 'release', holder: 'ada' }).then(released('ada')));
  test('ignores the reservation of another holder', () =>
    given(reserved('ada')).when({ type: 'release', holder: 'bob' }).thenNothing());
});
