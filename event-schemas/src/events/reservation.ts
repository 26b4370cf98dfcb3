import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** A unique value. The stream name is its HMAC, so the value itself is not in the log. */
export const reservationEvents = {
  ValueReserved: defineEvent({
    data: z.object({ kind: z.string(), holder: z.string(), expires_at: z.iso.datetime() }),
  }),
  ReservationConfirmed: defineEvent({ data: z.object({ holder: z.string() }) }),
  ReservationReleased: defineEvent({ data: z.object({ holder: z.string() }) }),
};
