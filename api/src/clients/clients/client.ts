import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { changedSince, DomainError } from '../../platform/errors.ts';
import { withoutUndefined } from '../../platform/without-undefined.ts';
import { PLACEHOLDER_DOMAIN } from './domains.ts';

export type ClientEvent = DomainEvent<
  | 'ClientCreated'
  | 'ClientDetailsChanged'
  | 'ClientProductsChanged'
  | 'ClientDeactivated'
  | 'ClientReactivated'
  | 'ClientClosed'
  | 'ClientDataExported'
>;

/** Undefined until created. */
export type Client = (EventData<'ClientCreated'> & { closed: boolean }) | undefined;

type Details = EventData<'ClientDetailsChanged'>['after'];
type Products = EventData<'ClientProductsChanged'>['after'];

/** Changes by staff; omitted fields stay unchanged. */
export type ClientChanges = Details & Products & { active?: boolean };

export type ClientCommand =
  | ({ type: 'create' } & EventData<'ClientCreated'>)
  /** Rejected unless the state still has the values of `onlyIf`. */
  | { type: 'change'; changes: ClientChanges; onlyIf?: ClientChanges }
  | { type: 'close' }
  | { type: 'record_export' };

/** A business that uses Landline (spec 000 §1, §3; spec 002 §5). */
export const client: Decider<Client, ClientCommand, ClientEvent> = {
  initialState: undefined,

  evolve(state, event) {
    if (event.type === 'ClientCreated') return { ...event.data, closed: false };
    if (!state) return state;
    switch (event.type) {
      case 'ClientDetailsChanged':
      case 'ClientProductsChanged':
        return { ...state, ...event.data.after };
      case 'ClientDeactivated':
        return { ...state, active: false };
      case 'ClientReactivated':
        return { ...state, active: true };
      case 'ClientClosed':
        return { ...state, active: false, closed: true };
      case 'ClientDataExported':
        return state;
    }
  },

  decide(command, state) {
    if (command.type === 'create') return create(command, state);
    if (!state) throw clientNotFound();
    const ids = { client_id: state.client_id };
    switch (command.type) {
      case 'change':
        return change(command, state);
      case 'close':
        return state.closed ? [] : [{ type: 'ClientClosed', data: ids }];
      case 'record_export':
        return [{ type: 'ClientDataExported', data: ids }];
    }
  },
};

/** Returns the error for an unknown client (spec 000 §8). */
export const clientNotFound = () => new DomainError('not_found', 'CLIENT_UNKNOWN', 'Client not found');

export const clientClosed = () => new DomainError('conflict', 'CLIENT_CLOSED', 'This client is closed.');

/** Returns false for closed and deactivated clients: their users cannot sign in, and staff cannot impersonate them. */
export const isInUse = (state: Client): boolean => state?.active === true;

function create({ type: _, ...data }: ClientCommand & { type: 'create' }, state: Client): ClientEvent[] {
  if (!state) {
    assertDomainForAssistant(data);
    return [{ type: 'ClientCreated', data }];
  }
  if (state.name === data.name) return [];
  throw new DomainError('conflict', 'CLIENT_EXISTS', 'This client already exists.');
}

function change(
  { changes, onlyIf = {} }: ClientCommand & { type: 'change' },
  state: NonNullable<Client>,
): ClientEvent[] {
  if (state.closed) throw clientClosed();
  if (!isEmpty(changedFields(onlyIf, state))) throw changedSince();
  const { active = state.active, ...rest } = changes;
  const after = changedFields(rest, state);
  if ('has_ai_assistant' in after || 'primary_domain' in after)
    assertDomainForAssistant({ ...state, ...after });
  const { has_ai_assistant, has_geo_leads, has_custom_solution, product_config, ...details } = after;
  const products = withoutUndefined({ has_ai_assistant, has_geo_leads, has_custom_solution, product_config });
  const { client_id } = state;
  const data = <T extends object>(after: T) => ({ client_id, before: pick(state, after) as T, after });
  return [
    ...(isEmpty(details) ? [] : [{ type: 'ClientDetailsChanged' as const, data: data<Details>(details) }]),
    ...(isEmpty(products)
      ? []
      : [{ type: 'ClientProductsChanged' as const, data: data<Products>(products) }]),
    ...(active === state.active
      ? []
      : [
          {
            type: active ? ('ClientReactivated' as const) : ('ClientDeactivated' as const),
            data: { client_id },
          },
        ]),
  ];
}

/** Throws if a client with the assistant has no website to learn from (spec 002 §5). */
function assertDomainForAssistant({
  has_ai_assistant,
  primary_domain,
}: Pick<EventData<'ClientCreated'>, 'has_ai_assistant' | 'primary_domain'>): void {
  if (has_ai_assistant && (primary_domain === null || primary_domain === PLACEHOLDER_DOMAIN)) {
    throw new DomainError('rule_broken', 'DOMAIN_REQUIRED', 'Primary domain is required for AI Assistant');
  }
}

/** Returns the change that reverts an event, and its precondition; undefined if the event cannot be undone. */
export function undoOf(event: DomainEvent): Omit<ClientCommand & { type: 'change' }, 'type'> | undefined {
  switch (event.type) {
    case 'ClientDetailsChanged':
    case 'ClientProductsChanged':
      return { changes: event.data.before, onlyIf: event.data.after };
    case 'ClientDeactivated':
      return { changes: { active: true }, onlyIf: { active: false } };
    case 'ClientReactivated':
      return { changes: { active: false }, onlyIf: { active: true } };
    default:
      return undefined;
  }
}

/** Returns whether an event can be undone given the client's current state. */
export function isUndoable(event: DomainEvent, state: Client): boolean {
  const undo = undoOf(event);
  if (!undo) return false;
  try {
    client.decide({ type: 'change', ...undo }, state);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Returns the changes that differ from the state. */
function changedFields<T extends object>(changes: T, state: object): Partial<T> {
  const currentValues = new Map(Object.entries(state));
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !isDeepStrictEqual(value, currentValues.get(name))),
  ) as Partial<T>; // fromEntries loses the types
}

/** Returns the fields of the state that the template has. */
const pick = (state: object, template: object): object =>
  Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(template, name)));

const isEmpty = (value: object) => Object.keys(value).length === 0;
