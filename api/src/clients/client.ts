import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';
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

/** What staff can change; what is left out stays. */
export type ClientChanges = Details & Products & { active?: boolean };

export type ClientCommand =
  | ({ type: 'create' } & EventData<'ClientCreated'>)
  /** `onlyIf`: refused when any of these is otherwise by now. */
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
    const of = { client_id: state.client_id };
    switch (command.type) {
      case 'change':
        return change(command, state);
      case 'close':
        return state.closed ? [] : [{ type: 'ClientClosed', data: of }];
      case 'record_export':
        return [{ type: 'ClientDataExported', data: of }];
    }
  },
};

/** Spec 000 §8. */
export const clientNotFound = () => new DomainError('not_found', 'CLIENT_UNKNOWN', 'Client not found');

export const clientClosed = () => new DomainError('conflict', 'CLIENT_CLOSED', 'This client is closed.');

/** An undo that would take back more than what it names. */
export const changedSince = () =>
  new DomainError('conflict', 'CHANGED_SINCE', 'This was changed again since.');

/** Closed or deactivated: nobody signs in to it, nothing is done in its name. */
export const isInUse = (state: Client): boolean => state?.active === true && !state.closed;

function create({ type: _, ...data }: ClientCommand & { type: 'create' }, state: Client): ClientEvent[] {
  if (!state) {
    assertSound(data);
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
  if (Object.keys(differing(onlyIf, state)).length > 0) {
    throw changedSince();
  }
  const { active = state.active, ...rest } = changes;
  const after = differing(rest, state);
  if ('has_ai_assistant' in after || 'primary_domain' in after) assertSound({ ...state, ...after });
  const { has_ai_assistant, has_geo_leads, has_custom_solution, product_config, ...details } = after;
  const products = present({ has_ai_assistant, has_geo_leads, has_custom_solution, product_config });
  const { client_id } = state;
  const data = <T extends object>(of: T) => ({ client_id, before: asIn(state, of) as T, after: of });
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

/** Whoever has the assistant has a website for it to learn from (spec 002 §5). */
function assertSound({
  has_ai_assistant,
  primary_domain,
}: Pick<EventData<'ClientCreated'>, 'has_ai_assistant' | 'primary_domain'>): void {
  if (has_ai_assistant && (primary_domain === null || primary_domain === PLACEHOLDER_DOMAIN)) {
    throw new DomainError('rule_broken', 'DOMAIN_REQUIRED', 'Primary domain is required for AI Assistant');
  }
}

/** What has to be changed to take an event back, and how things have to stand for that; undefined when nothing can. */
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

/** Whether an event can be taken back from a client that has become this. */
export function isUndoable(event: DomainEvent, state: Client): boolean {
  const undo = undoOf(event);
  return state?.closed === false && undo !== undefined && isEmpty(differing(undo.onlyIf ?? {}, state));
}

/** What of `changes` is not so already. */
function differing<T extends object>(changes: T, state: object): Partial<T> {
  const known = new Map(Object.entries(state));
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !isDeepStrictEqual(value, known.get(name))),
  ) as Partial<T>; // fromEntries forgets which is which
}

const asIn = (state: object, of: object): object =>
  Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(of, name)));

const present = (of: object): Products =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));

const isEmpty = (of: object) => Object.keys(of).length === 0;
