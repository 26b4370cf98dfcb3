import { type Actor, type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client, isUndoable, undoOf } from '../clients/client.ts';
import { changeClient } from '../clients/clients.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { undoAccess } from '../grants/change-access.ts';
import { datasetAccess, isAccessEvent, isAccessUndoable } from '../grants/dataset-access.ts';
import { assertOwn } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { paginationOf } from '../http/pagination.ts';
import { type Route, route, type Session } from '../http/route.ts';
import { undoStaff } from '../identity/administer-staff.ts';
import { isStaffEvent, isStaffUndoable, staffUser } from '../identity/staff-user.ts';
import { changesOf } from './changes.ts';
import {
  AUDITED,
  type AuditEntry,
  type AuditedEntity,
  auditQuery,
  auditResponse,
  undoResponse,
} from './contract.ts';
import { eventsAt } from './events.ts';
import { countEntries, type History, isUserOf, namesOf, positionsOf } from './queries.ts';

/** Who did what, when, acting for whom, and what changed; and the way back where there is one. */
export function auditRoutes(deps: Deps): Route[] {
  const { pool, commands } = deps;

  /** Staff see every history; a client sees what is its own of one. */
  async function historyFor(entity: AuditedEntity, session: Session): Promise<History> {
    const { role, clientId } = session.actor;
    if (role !== 'ClientUser') return { entity, ofClient: undefined };
    if (entity.type === 'client') assertOwn(entity.id, session);
    const isOwn = entity.type === 'user' && (await isUserOf(pool, entity.id, clientId ?? ''));
    return { entity, ofClient: isOwn ? undefined : clientId };
  }

  /** What of these can be undone depends on what the client or the member of staff is by now, and what it may see. */
  async function undoableFor(
    { entity }: History,
    { actor }: Session,
  ): Promise<(event: RecordedEvent) => boolean> {
    if (actor.role !== 'SuperAdmin') return () => false;
    if (entity.type === 'user') {
      const { state } = await commands.load(staffUser, streams.staffUser(entity.id));
      return (event) => isStaffEvent(event) && isStaffUndoable(event, state);
    }
    if (entity.type !== 'client') return () => false;
    const [{ state }, { state: access }] = await Promise.all([
      commands.load(client, streams.client(entity.id)),
      commands.load(datasetAccess, streams.datasetAccess(entity.id)),
    ]);
    return (event) =>
      isAccessEvent(event)
        ? state?.closed === false && isAccessUndoable(event, access)
        : isUndoable(event, state);
  }

  return [
    route({
      method: 'GET',
      path: '/api/audit',
      may: ['SuperAdmin', 'Admin', 'ClientUser'],
      summary: 'What happened to a client, user, candidate, dataset or import, newest first',
      query: auditQuery,
      response: auditResponse,
      reads: ['audit', 'clients', 'staff'],
      async handle({ query: { entity, page, limit }, session }) {
        const history = await historyFor(entity, session);
        const total = await countEntries(pool, history);
        const events = await eventsAt(deps, await positionsOf(pool, history, { page, limit }));
        const names = await namesOf(
          pool,
          events.flatMap(({ metadata: { actor } }) => peopleIn(actor)),
        );
        const isToUndo = await undoableFor(history, session);
        return {
          success: true,
          data: events.map((event) => entryOf(event, names, isToUndo(event))),
          pagination: paginationOf({ page, limit }, total),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/audit/:position/undo',
      may: ['SuperAdmin'],
      summary: 'Take a change back by the command that compensates it',
      params: z.object({ position: z.string() }),
      response: undoResponse,
      async handle({ params, actor, correlationId, execute, newId }) {
        if (!/^\d{1,19}$/.test(params.position)) throw notFound();
        const [event] = await eventsAt(deps, [BigInt(params.position)]);
        if (!event) throw notFound();
        if (isAccessEvent(event)) {
          await undoAccess(deps, event, execute, newId);
          return UNDONE;
        }
        if (isStaffEvent(event)) {
          await undoStaff(deps, event, execute);
          return UNDONE;
        }
        const undo = undoOf(event);
        if (!undo || !('client_id' in event.data)) {
          throw new DomainError('rule_broken', 'NOT_UNDOABLE', 'This cannot be undone.');
        }
        const command = { ...undo, causationId: event.id };
        await changeClient(deps, event.data.client_id, command, { actor, correlationId }, execute);
        return UNDONE;
      },
    }),
  ];
}

const UNDONE = { success: true, message: 'The change was undone' } as const;

const peopleIn = ({ id, impersonatedBy }: Actor): string[] =>
  impersonatedBy === undefined ? [id] : [id, impersonatedBy];

function entryOf(event: RecordedEvent, names: ReadonlyMap<string, string>, undoable: boolean): AuditEntry {
  const { actor, at, correlationId } = event.metadata;
  const person = (id: string) => ({
    id,
    name: id === SYSTEM.id ? 'Landline' : (names.get(id) ?? null),
  });
  return {
    position: String(event.position),
    at,
    type: event.type,
    entities: entitiesIn(event),
    actor: { ...person(actor.id), role: actor.role },
    impersonatedBy: actor.impersonatedBy === undefined ? null : person(actor.impersonatedBy),
    clientId: actor.clientId ?? ('client_id' in event.data ? event.data.client_id : null),
    changes: changesOf(event),
    correlationId,
    undoable,
  };
}

const ID_FIELDS = {
  client: 'client_id',
  user: 'user_id',
  candidate: 'candidate_id',
  dataset: 'dataset_key',
  import: 'import_id',
} as const satisfies Record<AuditedEntity['type'], string>;

function entitiesIn({ data }: RecordedEvent): AuditedEntity[] {
  const fields = data as Partial<Record<string, unknown>>;
  return AUDITED.flatMap((type) => {
    const id = fields[ID_FIELDS[type]];
    return typeof id === 'string' ? [{ type, id }] : [];
  });
}
