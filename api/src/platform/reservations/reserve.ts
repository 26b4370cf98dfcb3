import { streams } from '@landline/event-schemas';
import type { Commands, Origin } from '../commands/commands.ts';
import type { Secrets } from '../secrets.ts';
import { type ReservationCommand, reservation } from './reservation.ts';

export interface Claim {
  /** Namespace of the value. */
  kind: string;
  value: string;
  /** Id of the owner, e.g. a client or user. */
  holder: string;
}

export interface ReserveOptions {
  /** Lifetime of an unconfirmed claim, in milliseconds. */
  forMs: number;
  /**
   * Returns whether a holder was created although a crash prevented the confirmation; its expired claim is then
   * confirmed.
   */
  exists: (holder: string) => Promise<boolean>;
}

/** Claims of unique values. The log never contains the value: the stream is named by its HMAC. */
export interface Reservations {
  /** Throws `VALUE_TAKEN` if another holder has the value. Idempotent. */
  reserve(claim: Claim, options: ReserveOptions, origin: Origin): Promise<void>;
  /** Throws `RESERVATION_LOST` if the claim expired and another holder took the value. */
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
  // These commands are idempotent; an idempotency key would make the second step look like a repetition of the first.
  const run = (claim: Claim, command: ReservationCommand, { actor, correlationId, causationId }: Origin) =>
    commands.execute(reservation, {
      stream: streamOf(claim),
      command,
      actor,
      correlationId,
      causationId,
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
