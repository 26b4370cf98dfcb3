import { type EventData, streams } from '@landline/event-schemas';
import type { Origin } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { type Claim, createReservations } from '../reservations/reserve.ts';
import { keepAccess } from './access.ts';
import { type Client, type ClientChanges, client, clientNotFound, isInUse } from './client.ts';
import { hostOf, PLACEHOLDER_DOMAIN } from './domains.ts';

/** A name or domain that was reserved for a client that never came to be is free again after so long. */
const RESERVATION_MS = 15 * 60_000;

type ClientDeps = Pick<Deps, 'commands' | 'secrets' | 'pg' | 'sessions'>;
type Execute = RouteRequest<unknown, unknown, unknown, Session | undefined>['execute'];

const DEFAULTS = {
  active: true,
  has_custom_widget: false,
  authorized_domains: [] as string[],
  allowed_email_domains: [] as string[],
  time_zone: 'UTC',
};
export type NewClient = Omit<EventData<'ClientCreated'>, keyof typeof DEFAULTS> & Partial<typeof DEFAULTS>;

/**
 * Creates a client whose name and domain no other client has. The id comes with the call: repeating it, after a crash
 * too, finishes what is unfinished. Throws `CLIENT_NAME_TAKEN`, `CLIENT_DOMAIN_TAKEN`.
 */
export async function createClient(
  deps: ClientDeps,
  data: NewClient,
  origin: Origin,
  execute: Execute = (decider, execution) => deps.commands.execute(decider, { ...execution, ...origin }),
): Promise<NonNullable<Client>> {
  const created = { ...DEFAULTS, ...data };
  const claims = claimsOf(created);
  await reserve(deps, claims, origin);
  const { state, revision } = await execute(client, {
    stream: streams.client(data.client_id),
    command: { type: 'create', ...created },
  });
  if (!state) throw clientNotFound();
  await settle(deps, claims, [], origin);
  await keepAccess(deps.pg, state, revision);
  return state;
}

/**
 * Changes a client, and holds it to that at once: whoever may do less is refused from here on. Throws
 * `CLIENT_UNKNOWN`, `CLIENT_CLOSED`, `CHANGED_SINCE`, `CLIENT_NAME_TAKEN`, `CLIENT_DOMAIN_TAKEN`.
 */
export async function changeClient(
  deps: ClientDeps,
  clientId: string,
  { causationId, ...command }: { changes: ClientChanges; onlyIf?: ClientChanges; causationId?: string },
  origin: Origin,
  execute: Execute,
): Promise<NonNullable<Client>> {
  const stream = streams.client(clientId);
  const { state: before } = await deps.commands.load(client, stream);
  if (!before) throw clientNotFound();
  const claims = claimsOf({ ...before, ...command.changes });
  await reserve(deps, without(claims, claimsOf(before)), origin);
  const { state, revision } = await execute(client, {
    stream,
    command: { type: 'change', ...command },
    ...(causationId !== undefined && { causationId }),
  });
  if (!state) throw clientNotFound();
  await holdTo(deps, state, revision);
  await settle(deps, claims, claimsOf(before), origin);
  return state;
}

/** Ends a client for good: its sessions are over, its name and domain are free. Throws `CLIENT_UNKNOWN`. */
export async function closeClient(
  deps: ClientDeps,
  clientId: string,
  origin: Origin,
  execute: Execute,
): Promise<NonNullable<Client>> {
  const { state, revision } = await execute(client, {
    stream: streams.client(clientId),
    command: { type: 'close' },
  });
  if (!state) throw clientNotFound();
  await holdTo(deps, state, revision);
  await settle(deps, [], claimsOf(state), origin);
  return state;
}

/** Sees to it that nobody does what the client may no longer do. Repeating it is harmless. */
export async function holdTo(
  { pg, sessions }: Pick<ClientDeps, 'pg' | 'sessions'>,
  state: NonNullable<Client>,
  revision: bigint,
): Promise<void> {
  await keepAccess(pg, state, revision);
  if (!isInUse(state)) await sessions.endOfClient(state.client_id);
}

const TAKEN = {
  'client-name': { code: 'CLIENT_NAME_TAKEN', message: 'A client with this name already exists.' },
  'client-domain': { code: 'CLIENT_DOMAIN_TAKEN', message: 'A client with this domain already exists.' },
} as const;

type ClientClaim = Claim & { kind: keyof typeof TAKEN };

function claimsOf(
  of: Pick<EventData<'ClientCreated'>, 'client_id' | 'name' | 'primary_domain'>,
): ClientClaim[] {
  const holder = of.client_id;
  const host = of.primary_domain === PLACEHOLDER_DOMAIN ? undefined : hostOf(of.primary_domain ?? '');
  return [
    { kind: 'client-name', value: of.name.trim().toLowerCase().replaceAll(/\s+/g, ' '), holder },
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
      throw new DomainError('conflict', code, message, { cause: error });
    }
  }
}

/** What is held is held for good, and what is not any more is free. */
async function settle(
  { commands, secrets }: ClientDeps,
  held: ClientClaim[],
  before: ClientClaim[],
  origin: Origin,
): Promise<void> {
  const reservations = createReservations(commands, secrets);
  for (const claim of without(held, before)) await reservations.confirm(claim, origin);
  for (const claim of without(before, held)) await reservations.release(claim, origin);
}

const without = (claims: ClientClaim[], others: ClientClaim[]) =>
  claims.filter(({ kind, value }) => !others.some((other) => other.kind === kind && other.value === value));
