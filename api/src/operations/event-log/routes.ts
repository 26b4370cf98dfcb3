import { Readable } from 'node:stream';
import { type EventData, type EventType, eventDefinitions, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { personFrom, userNames } from '../../identity/users/directory.ts';
import { notFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { OperationsPorts } from '../ports.ts';
import {
  type Anchors,
  anchorsResponse,
  asOfQuery,
  asOfResponse,
  eventResponse,
  exportQuery,
  type LogEventDetail,
  type LogRow,
  logQuery,
  logResponse,
  positionParams,
  replayQuery,
  replayResponse,
} from './contract.ts';
import { decodeLogged } from './decode-event.ts';
import { exportOf } from './export.ts';
import { openPersonalFields } from './open-personal-fields.ts';
import { readPastList } from './past-lists/read-past-list.ts';
import { countAfter, eventIndexedAt, eventsBefore, type IndexedEvent, readCausation } from './queries.ts';
import { replay } from './replay.ts';

const AUDITORS = ['SuperAdmin', 'Admin'] as const;
const READS = ['log', 'clients', 'staff'] as const;
/** Time limit for a replay or an as-of list, in milliseconds. */
const REPLAY_MS = 120_000;

/** Returns whether encrypted personal fields are shown to the caller: only to SuperAdmins. */
const mayReadPersonal = ({ actor }: Session) => actor.role === 'SuperAdmin';

/** Routes that search, show, replay and export the event log. */
export function eventLogRoutes(ports: OperationsPorts): Route[] {
  const { pool } = ports;

  async function toLogRows(events: readonly IndexedEvent[]): Promise<LogRow[]> {
    const ids = events.flatMap(({ actor_id, impersonated_by }) =>
      impersonated_by === null ? [actor_id] : [actor_id, impersonated_by],
    );
    const names = await userNames(pool, ids);
    return events.map((event) => rowOf(event, names));
  }

  async function readAnchors(): Promise<Anchors> {
    const types = Object.keys(eventDefinitions).sort();
    let last: Anchors['last'] = null;
    await ports.eventStore.readLast(streams.anchors(), (storedEvent, position) => {
      const event = decodeEvent(storedEvent, position ?? 0n);
      if (!event) return;
      const { size, root, key_id, position: until } = event.data as EventData<'LogAnchored'>;
      last = { at: event.metadata.at, position: until, events: size, root, keyId: key_id };
    });
    // TypeScript ignores the assignment in the callback and narrows this to null.
    const lastAnchor = last as Anchors['last'];
    return { last: lastAnchor, tail: await countAfter(pool, lastAnchor?.position ?? '-1'), types };
  }

  return [
    route.get('/api/admin/audit/events', {
      may: AUDITORS,
      summary: 'Event log entries, newest first',
      query: logQuery,
      response: logResponse,
      reads: READS,
      async handle({ query: { before, limit, ...filter } }) {
        const events = await eventsBefore(pool, filter, { before, limit: limit + 1 });
        const page = events.slice(0, limit);
        const last = page.at(-1);
        return {
          success: true,
          data: await toLogRows(page),
          before: last && events.length > limit ? String(last.position) : null,
        };
      },
    }),
    route.get('/api/admin/audit/anchors', {
      may: AUDITORS,
      summary: 'The last signed root of the log and the number of events after it',
      response: anchorsResponse,
      reads: ['log'],
      handle: async () => ({ success: true, data: await readAnchors() }),
    }),
    route.get('/api/admin/audit/events/:position', {
      may: AUDITORS,
      summary: 'An event with its data, metadata, cause and effects',
      params: positionParams,
      response: eventResponse,
      reads: READS,
      async handle({ params: { position }, session }) {
        const indexRow = await eventIndexedAt(pool, position);
        const storedEvent = await ports.eventStore.readAt(BigInt(position));
        if (!indexRow || !storedEvent) throw notFound();
        const event = decodeLogged(storedEvent, BigInt(position));
        const [personal = []] = await openPersonalFields(pool, [event], mayReadPersonal(session));
        const { cause, caused, total } = await readCausation(pool, indexRow);
        const [row, ...related] = await toLogRows([indexRow, ...(cause ? [cause] : []), ...caused]);
        const detail: LogEventDetail = {
          ...(row as LogRow), // the first element is the event itself
          data: event.data,
          metadata: event.metadata,
          currentVersion: eventDefinitions[event.type as EventType].version,
          personal,
          cause: cause ? (related.shift() ?? null) : null,
          caused: related,
          causedTotal: total,
        };
        return { success: true as const, data: detail };
      },
    }),
    route.get('/api/admin/audit/replay', {
      timeLimitMs: REPLAY_MS,
      may: AUDITORS,
      summary:
        'State of an entity at a revision or commit position, and the changes made by the last event included',
      query: replayQuery,
      response: replayResponse,
      async handle({ query: { stream, ...until }, session, signal }) {
        const data = await replay(ports, stream, until, mayReadPersonal(session), signal);
        if (!data) throw notFound();
        return { success: true, data };
      },
    }),
    route.get('/api/admin/audit/as-of', {
      timeLimitMs: REPLAY_MS,
      may: ['SuperAdmin'],
      summary: 'A list as it was at a given time',
      query: asOfQuery,
      response: asOfResponse,
      reads: ['log', 'history', 'environment'],
      handle: async ({ query, signal }) => ({
        success: true,
        data: await readPastList(ports, query, signal),
      }),
    }),
    route.get('/api/admin/audit/export', {
      may: AUDITORS,
      summary: 'Event log entries as NDJSON or CSV, oldest first',
      query: exportQuery,
      reads: ['log'],
      async handle({ query, session, ctx }) {
        ctx.attachment(`events.${query.format}`);
        ctx.type = query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
        ctx.body = Readable.from(exportOf(ports, query, mayReadPersonal(session)));
      },
    }),
  ];
}

function rowOf(event: IndexedEvent, names: ReadonlyMap<string, string>): LogRow {
  const person = personFrom(names);
  return {
    position: String(event.position),
    id: event.event_id,
    type: event.type,
    stream: event.stream,
    revision: String(event.revision),
    at: event.at,
    actor: { ...person(event.actor_id), role: event.actor_role },
    impersonatedBy: event.impersonated_by === null ? null : person(event.impersonated_by),
    clientId: event.client_id,
    correlationId: event.correlation_id,
    causationId: event.causation_id,
    schemaVersion: event.schema_version,
  };
}
