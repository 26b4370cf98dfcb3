import { type Actor, type RecordedEvent, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client, isUndoable, undoOf } from '../../clients/clients/client.ts';
import { changeClient } from '../../clients/clients/clients.ts';
import { isUserOfClient } from '../../clients/clients/queries.ts';
import { undoStaff } from '../../identity/users/administer-staff.ts';
import { personFrom, userNames } from '../../identity/users/directory.ts';
import { isStaffUndoable, isUndoableStaffEvent, staffUser } from '../../identity/users/staff-user.ts';
import { changesOf } from '../../platform/activity/changes.ts';
import {
  AUDITED_ENTITY_TYPES,
  type AuditEntry,
  type AuditedEntity,
  auditQuery,
  auditResponse,
} from '../../platform/activity/contract.ts';
import { eventsAt } from '../../platform/activity/events.ts';
import { countEntries, type History, positionsOf } from '../../platform/activity/queries.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { assertOwn } from '../../platform/http/access.ts';
import { commitPosition } from '../../platform/http/commit-position.ts';
import { paginationOf } from '../../platform/http/pagination.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { undoAccess } from '../../property/dataset-access/change-access.ts';
import {
  datasetAccess,
  isAccessEvent,
  isAccessUndoable,
} from '../../property/dataset-access/dataset-access.ts';
import type { OperationsPorts } from '../ports.ts';

/** Routes that list activity and undo changes. */
export function activityRoutes(ports: OperationsPorts): Route[] {
  const { pool, commands } = ports;

  /** Returns the full history for staff, and only their own part of it for client users. */
  async function historyFor(entity: AuditedEntity, session: Session): Promise<History> {
    const { role, clientId } = session.actor;
    if (role !== 'ClientUser') return { entity, ofClient: undefined };
    if (entity.type === 'client') assertOwn(entity.id, session);
    const isOwn = entity.type === 'user' && (await isUserOfClient(pool, entity.id, clientId ?? ''));
    return { entity, ofClient: isOwn ? undefined : clientId };
  }

  /** Returns whether an event can be undone, given the current state of its aggregate and the caller's role. */
  async function undoableFor(
    { entity }: History,
    { actor }: Session,
  ): Promise<(event: RecordedEvent) => boolean> {
    if (actor.role !== 'SuperAdmin') return () => false;
    if (entity.type === 'user') {
      const { state } = await commands.load(staffUser, streams.staffUser(entity.id));
      return (event) => isUndoableStaffEvent(event) && isStaffUndoable(event, state);
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
    route.get('/api/audit', {
      may: ['SuperAdmin', 'Admin', 'ClientUser'],
      summary: 'Activity on a client, user, candidate, dataset or import, newest first',
      query: auditQuery,
      response: auditResponse,
      reads: ['audit', 'clients', 'staff'],
      async handle({ query: { entity, page, limit }, session }) {
        const history = await historyFor(entity, session);
        const total = await countEntries(pool, history);
        const events = await eventsAt(ports, await positionsOf(pool, history, { page, limit }));
        const names = await userNames(
          pool,
          events.flatMap(({ metadata: { actor } }) => peopleIn(actor)),
        );
        const canUndo = await undoableFor(history, session);
        return {
          success: true,
          data: events.map((event) => entryOf(event, names, canUndo(event))),
          pagination: paginationOf({ page, limit }, total),
        };
      },
    }),
    route.post('/api/audit/:position/undo', {
      may: ['SuperAdmin'],
      summary: 'Undo a change with a compensating command',
      params: z.object({ position: commitPosition }),
      response: messageResponse,
      async handle({ params, actor, correlationId, execute, newId }) {
        const [event] = await eventsAt(ports, [BigInt(params.position)]);
        if (!event) throw notFound();
        if (isAccessEvent(event)) {
          await undoAccess(ports, event, execute, newId);
          return UNDONE;
        }
        if (isUndoableStaffEvent(event)) {
          await undoStaff(ports, event, execute);
          return UNDONE;
        }
        const undo = undoOf(event);
        if (!undo || !('client_id' in event.data)) {
          throw new DomainError('rule_broken', 'NOT_UNDOABLE', 'This cannot be undone.');
        }
        const command = { ...undo, causationId: event.id };
        await changeClient(ports, event.data.client_id, command, { actor, correlationId }, execute);
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
  const person = personFrom(names);
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
  return AUDITED_ENTITY_TYPES.flatMap((type) => {
    const id = fields[ID_FIELDS[type]];
    return typeof id === 'string' ? [{ type, id }] : [];
  });
}
