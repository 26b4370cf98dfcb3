import { streams } from '@landline/event-schemas';
import type { Commands, Origin } from '../commands/commands.ts';
import type { Secrets } from '../secrets.ts';
import { type ReservationCommand, reservation } from './reservation.ts';

/** One claim of one holder on one value. */
export interface Claim {
  /** What kind of value: the same value of another kind is another reservation. */
  kind: string;
  value: string;
  /** The id of who holds it. */
  holder: string;
}

export interface ReserveOptions {
  /** How long the claim stands unconfirmed. */
  forMs: number;
  /**
   * Whether a holder came to be after all, though a crash kept the claim from being confirmed: an expired claim
   * of such a holder is confirmed, not given away.
   */
  exists: (holder: string) => Promise<boolean>;
}

/** Claims of unique values. The value itself is nowhere in the log: the stream is named after its HMAC. */
export interface Reservations {
  /** Throws `VALUE_TAKEN` when someone else holds it. Repeating it is harmless. */
  reserve(claim: Claim, options: ReserveOptions, origin: Origin): Promise<void>;
  /** Throws `RESERVATION_LOST` when the claim expired and someone else took the value. */
  confirm(claim: Claim, origin: Origin): Promise<void>;
  release(claim: Claim, origin: Origin): Promise<void>;
}

export function createReservations(
  commands: Commands,
  secrets: Secrets,
  now = () => new Date(),
): Reservations {
  const streamOf = (claim: Claim) =>
    streams.reservation(secrets.hmac(claim.kind, claim.value).toString('hex'));
  // Each of these commands is idempotent by its own rules: a key would only make a second step look like the first.
  const run = (claim: Claim, command: ReservationCommand, { actor, correlationId, causationId }: Origin) =>
    commands.execute(reservation, {
      stream: streamOf(claim),
      command,
      actor,
      correlationId,
      ...(causationId !== undefined && { causationId }),
    });

  return {
    async reserve(claim, { forMs, exists }, origin) {
      const at = now();
      const { state } = await commands.load(reservation, streamOf(claim));
      if (
        state.status === 'reserved' &&
        state.holder !== claim.holder &&
        state.expiresAt <= at.toISOString() &&
        (await exists(state.holder))
      ) {
        await run(claim, { type: 'confirm', holder: state.holder }, origin);
      }
      const expiresAt = new Date(at.getTime() + forMs).toISOString();
      await run(claim, { type: 'reserve', ...claim, now: at.toISOString(), expiresAt }, origin);
    },
    async confirm(claim, origin) {
      await run(claim, { type: 'confirm', holder: claim.holder }, origin);
    },
    async release(claim, origin) {
      await run(claim, { type: 'release', holder: claim.holder }, origin);
    },
  };
}
