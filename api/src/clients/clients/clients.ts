import { type EventData, streams } from '@landline/event-schemas';
import type { Origin, Readable } from '../../platform/commands/commands.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { type Execute, executeAs } from '../../platform/http/route.ts';
import { type Claim, createReservations } from '../../platform/reservations/reserve.ts';
import type { ClientsPorts } from '../ports.ts';
import {
  type Client,
  type ClientChanges,
  type ClientEvent,
  client,
  clientNotFound,
  isInUse,
} from './client.ts';
import { hostOf, PLACEHOLDER_DOMAIN } from './domains.ts';
import { saveAccess } from './stored-access.ts';

/** Time for which a name or domain stays reserved if a crash prevents its confirmation or release, in milliseconds. */
const RESERVATION_MS = 15 * 60_000;

type ReservationDeps = Pick<ClientsPorts, 'commands' | 'secrets'>;
type ClientDeps = ReservationDeps & Pick<ClientsPorts, 'pg' | 'sessions'>;
const DEFAULTS = {
  active: true,
  has_custom_widget: false,
  authorized_domains: [] as string[],
  allowed_email_domains: [] as string[],
  time_zone: 'UTC',
};
export type NewClient = Omit<EventData<'ClientCreated'>, keyof typeof DEFAULTS> & Partial<typeof DEFAULTS>;

/**
 * Creates a client with a unique name and domain. Repeating the call with the same id completes a creation that a crash
 * interrupted. Throws `CLIENT_NAME_TAKEN`, `CLIENT_DOMAIN_TAKEN`.
 */
export async function createClient(
  ports: ClientDeps,
  data: NewClient,
  origin: Origin,
  execute: Execute = executeAs(ports.commands, origin),
): Promise<NonNullable<Client>> {
  const created = { ...DEFAULTS, ...data };
  const claims = claimsOf(data.client_id, data);
  try {
    await reserve(ports, claims, origin);
    const { state, revision } = await execute(client, {
      stream: streams.client(data.client_id),
      command: { type: 'create', ...created },
    });
    if (!state) throw clientNotFound();
    await saveAccess(ports.pg, state, revision);
    return state;
  } finally {
    // Also after a failure, so that the attempted values are free again.
    await syncReservations(ports, data.client_id, claims, origin);
  }
}

/**
 * Changes a client; revoked access is effective when this returns. Throws `CLIENT_UNKNOWN`, `CLIENT_CLOSED`,
 * `CHANGED_SINCE`, `CLIENT_NAME_TAKEN`, `CLIENT_DOMAIN_TAKEN`.
 */
export async function changeClient(
  ports: ClientDeps,
  clientId: string,
  { causationId, ...command }: { changes: ClientChanges; onlyIf?: ClientChanges; causationId?: string },
  origin: Origin,
  execute: Execute,
): Promise<NonNullable<Client>> {
  const stream = streams.client(clientId);
  // An unknown client must not reserve a name.
  const { state: current } = await ports.commands.load(client, stream);
  if (!current) throw clientNotFound();
  const { changes } = command;
  const claims = claimsOf(clientId, changes);
  try {
    await reserve(ports, claims, origin);
    const { state, revision } = await execute(client, {
      stream,
      command: { type: 'change', ...command },
      causationId,
    });
    if (!state) throw clientNotFound();
    await enforceAccess(ports, state, revision);
    return state;
  } finally {
    // Also after a failure, so that the attempted values are free again.
    if ('name' in changes || 'primary_domain' in changes)
      await syncReservations(ports, clientId, claims, origin);
  }
}

/** Closes a client permanently: ends its sessions and releases its name and domain. Throws `CLIENT_UNKNOWN`. */
export async function closeClient(
  ports: ClientDeps,
  clientId: string,
  origin: Origin,
  execute: Execute,
): Promise<NonNullable<Client>> {
  const { state, revision } = await execute(client, {
    stream: streams.client(clientId),
    command: { type: 'close' },
  });
  if (!state) throw clientNotFound();
  await enforceAccess(ports, state, revision);
  await syncReservations(ports, clientId, [], origin);
  return state;
}

/** Revokes cached access and, if the client is inactive, its sessions. Idempotent. */
export async function enforceAccess(
  { pg, sessions }: Pick<ClientDeps, 'pg' | 'sessions'>,
  state: NonNullable<Client>,
  revision: bigint,
): Promise<void> {
  await saveAccess(pg, state, revision);
  if (!isInUse(state)) await sessions.endOfClient(state.client_id);
}

declare module '../../platform/errors.ts' {
  interface ErrorData {
    CLIENT_NAME_TAKEN: { holder: string };
    CLIENT_DOMAIN_TAKEN: { holder: string };
  }
}

const TAKEN = {
  'client-name': { code: 'CLIENT_NAME_TAKEN', message: 'A client with this name already exists.' },
  'client-domain': { code: 'CLIENT_DOMAIN_TAKEN', message: 'A client with this domain already exists.' },
} as const;

type ClientClaim = Claim & { kind: keyof typeof TAKEN };

/** Returns the claims of a name and a domain; several clients can have the placeholder domain. */
function claimsOf(
  holder: string,
  { name, primary_domain }: Pick<ClientChanges, 'name' | 'primary_domain'>,
): ClientClaim[] {
  const host = primary_domain === PLACEHOLDER_DOMAIN ? undefined : hostOf(primary_domain ?? '');
  return [
    ...(name === undefined
      ? []
      : [
          {
            kind: 'client-name' as const,
            value: name.trim().toLowerCase().replaceAll(/\s+/g, ' '),
            holder,
          },
        ]),
    ...(host === undefined ? [] : [{ kind: 'client-domain' as const, value: host, holder }]),
  ];
}

/** Reads which names and domains a client has and had. */
const clientClaims: Readable<{ current: ClientClaim[]; former: ClientClaim[] }, ClientEvent> = {
  initialState: { current: [], former: [] },
  evolve({ current, former }, event) {
    const { client_id } = event.data;
    switch (event.type) {
      case 'ClientCreated':
        return { current: claimsOf(client_id, event.data), former };
      case 'ClientDetailsChanged': {
        const previous = claimsOf(client_id, event.data.before);
        const kept = without(current, previous);
        return {
          current: [...kept, ...claimsOf(client_id, event.data.after)],
          former: [...former, ...previous],
        };
      }
      case 'ClientClosed':
        return { current: [], former: [...former, ...current] };
      default:
        return { current, former };
    }
  },
};

async function reserve(
  { commands, secrets }: ReservationDeps,
  claims: ClientClaim[],
  origin: Origin,
): Promise<void> {
  const reservations = createReservations(commands, secrets);
  for (const claim of claims) {
    const exists = async (id: string) => {
      const { state } = await commands.load(clientClaims, streams.client(id));
      return without([claim], state.current).length === 0;
    };
    try {
      await reservations.reserve(claim, { forMs: RESERVATION_MS, exists }, origin);
    } catch (error) {
      if (!isDomainError(error, 'VALUE_TAKEN')) throw error;
      const { code, message } = TAKEN[claim.kind];
      throw new DomainError('conflict', code, message, { data: { holder: error.data.holder }, cause: error });
    }
  }
}

/**
 * Reserves and confirms a client's name and domain as they are in the log, and releases former ones and those of `attempted`
 * changes. Idempotent; a job repeats it in case the request was interrupted.
 */
export async function syncReservations(
  ports: ReservationDeps,
  clientId: string,
  attempted: ClientClaim[],
  origin: Origin,
): Promise<void> {
  const load = () => ports.commands.load(clientClaims, streams.client(clientId));
  const reservations = createReservations(ports.commands, ports.secrets);
  for (;;) {
    const { state, revision } = await load();
    try {
      await reserve(ports, state.current, origin);
      for (const claim of state.current) await reservations.confirm(claim, origin);
    } catch (error) {
      // A concurrent run for another change of this client has just released the value.
      if (isDomainError(error, 'RESERVATION_LOST')) continue;
      throw error;
    }
    for (const claim of without([...state.former, ...attempted], state.current))
      await reservations.release(claim, origin);
    if ((await load()).revision === revision) return;
  }
}

const without = (claims: ClientClaim[], others: ClientClaim[]) =>
  claims.filter(({ kind, value }) => !others.some((other) => other.kind === kind && other.value === value));
