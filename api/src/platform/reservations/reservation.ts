import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type ReservationEvent = DomainEvent<'ValueReserved' | 'ReservationConfirmed' | 'ReservationReleased'>;

export type Reservation =
  | { status: 'free' }
  | { status: 'reserved'; holder: string; expiresAt: string }
  | { status: 'confirmed'; holder: string };

export type ReservationCommand =
  | { type: 'reserve'; kind: string; holder: string; now: string; expiresAt: string }
  | { type: 'confirm'; holder: string }
  | { type: 'release'; holder: string };

/**
 * A unique value: reserved before its holder is created, confirmed afterwards, released when given up. Unconfirmed
 * reservations expire. Times are ISO 8601.
 */
export const reservation: Decider<Reservation, ReservationCommand, ReservationEvent> = {
  initialState: { status: 'free' },

  evolve(_state, event) {
    switch (event.type) {
      case 'ValueReserved':
        return { status: 'reserved', holder: event.data.holder, expiresAt: event.data.expires_at };
      case 'ReservationConfirmed':
        return { status: 'confirmed', holder: event.data.holder };
      case 'ReservationReleased':
        return { status: 'free' };
    }
  },

  decide(command, state) {
    const { holder } = command;
    const isHolder = state.status !== 'free' && state.holder === holder;
    switch (command.type) {
      case 'reserve': {
        const { kind, now, expiresAt } = command;
        if (state.status === 'confirmed' && isHolder) return [];
        if (state.status === 'reserved' && isHolder && now < state.expiresAt) return [];
        if (state.status === 'confirmed' || (state.status === 'reserved' && now < state.expiresAt)) {
          throw new DomainError('conflict', 'VALUE_TAKEN', 'This value is already in use.', {
            data: { kind, holder: state.holder },
          });
        }
        return [{ type: 'ValueReserved', data: { kind, holder, expires_at: expiresAt } }];
      }
      case 'confirm':
        if (state.status === 'confirmed' && isHolder) return [];
        if (!isHolder) {
          throw new DomainError('conflict', 'RESERVATION_LOST', 'This reservation has expired.', {
            data: { holder },
          });
        }
        return [{ type: 'ReservationConfirmed', data: { holder } }];
      case 'release':
        return isHolder ? [{ type: 'ReservationReleased', data: { holder } }] : [];
    }
  },
};
