import { type EventData, streams } from '@landline/event-schemas';
import type { Origin } from '../../platform/commands/commands.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { type Execute, executeAs } from '../../platform/http/route.ts';
import { type Claim, createReservations } from '../../platform/reservations/reserve.ts';
import type { ClientsPorts } from '../ports.ts';
import { type Client, type ClientChanges, client, clientNotFound, isInUse } from './client.ts';
import { hostOf, PLACEHOLDER_DOMAIN } from './domains.ts';
import { saveAccess } from './stored-access.ts';

/** Lifetime of a reserved name or domain whose client was never created. */
const RESERVATION_MS = 15 * 60_000;

type ClientDeps = Pick<ClientsPorts, 'commands' | 'secrets' | 'pg' | 'sessions'>;
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
  const claims = claimsOf(created);
  await reserve(ports, claims, origin);
  const { state, revision } = await execute(client, {
    stream: streams.client(data.client_id),
    command: { type: 'create', ...created },
  });
  if (!state) throw clientNotFound();
  await finishReservations(ports, claims, [], origin);
  await saveAccess(ports.pg, state, revision);
  return state;
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
  const { state: before } = await ports.commands.load(client, stream);
  if (!before) throw clientNotFound();
  const claims = claimsOf({ ...before, ...command.changes });
  await reserve(ports, without(claims, claimsOf(before)), origin);
  const { state, revision } = await execute(client, {
    stream,
    command: { type: 'change', ...command },
    causationId,
  });
  if (!state) throw clientNotFound();
  await enforceAccess(ports, state, revision);
  await finishReservations(ports, claims, claimsOf(before), origin);
  return state;
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
  await finishReservations(ports, [], claimsOf(state), origin);
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

function claimsOf({
  client_id: holder,
  name,
  primary_domain,
}: Pick<EventData<'ClientCreated'>, 'client_id' | 'name' | 'primary_domain'>): ClientClaim[] {
  const host = primary_domain === PLACEHOLDER_DOMAIN ? undefined : hostOf(primary_domain ?? '');
  return [
    { kind: 'client-name', value: name.trim().toLowerCase().replaceAll(/\s+/g, ' '), holder },
    ...(host === undefined ? [] : [{ kind: 'client-domain' as const, value: host, holder }]),
  ];
}

async function reserve(
  { commands, secrets }: ClientDeps,
  claims: ClientClaim[],
  origin: Origin,
): Promise<void> {
  const reservations = createReservations(commands, secrets);
  for (const claim of claims) {
    const exists = async (id: string) => {
      const { state } = await commands.load(client, streams.client(id));
      return state !== undefined && !state.closed && without([claim], claimsOf(state)).length === 0;
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

/** Confirms new reservations and releases unused ones. */
async function finishReservations(
  { commands, secrets }: ClientDeps,
  current: ClientClaim[],
  previous: ClientClaim[],
  origin: Origin,
): Promise<void> {
  const reservations = createReservations(commands, secrets);
  for (const claim of without(current, previous)) await reservations.confirm(claim, origin);
  for (const claim of without(previous, current)) await reservations.release(claim, origin);
}

const without = (claims: ClientClaim[], others: ClientClaim[]) =>
  claims.filter(({ kind, value }) => !others.some((other) => other.kind === kind && other.value === value));
