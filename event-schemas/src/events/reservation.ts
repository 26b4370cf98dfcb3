import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key, time } from '../fields.ts';

/** A unique value. The stream name is its HMAC, so the value itself is not in the log. */
export const reservationEvents = {
  ValueReserved: defineEvent({
    data: z.object({ kind: z.string(), holder: key(), expires_at: time() }),
  }),
  ReservationConfirmed: defineEvent({ data: z.object({ holder: key() }) }),
  ReservationReleased: defineEvent({ data: z.object({ holder: key() }) }),
};
