import { streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { client } from '../../clients/clients/client.ts';
import { hasOtherSuperAdmin, isActiveSuperAdmin } from '../../identity/users/active-super-admins.ts';
import { lastSuperAdmin } from '../../identity/users/administer-staff.ts';
import { lastOtherSuperAdminAt, personFrom, userNames } from '../../identity/users/directory.ts';
import { notFound } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OperationsPorts } from '../ports.ts';
import {
  approveBody,
  erasuresResponse,
  findQuery,
  findResponse,
  requestBody,
  requestResponse,
  retention as retentionBody,
  retentionResponse,
} from './contract.ts';
import { erasure, personUnknown } from './erasure.ts';
import { hasPersonalData } from './ledger.ts';
import { contentRequestsQuoting, findPeople, listErasures, listRetentions } from './queries.ts';
import { retention } from './retention.ts';
import { subjectsOf } from './subjects.ts';

const STAFF = ['SuperAdmin'] as const;

/**
 * Time during which another SuperAdmin still counts as an approver after losing the role or the account, in milliseconds.
 * A requester who demotes the other SuperAdmins cannot approve immediately, so the others have a day to notice.
 */
const SECOND_APPROVER_MS = 24 * 60 * 60_000;

/** Returns whether no other SuperAdmin was able to sign in during the last 24 hours. */
const isAlone = (lastOtherAt: Date | null) =>
  lastOtherAt === null || lastOtherAt.getTime() < Date.now() - SECOND_APPROVER_MS;

/** Routes for erasure requests and conversation retention. */
export function erasureRoutes(ports: OperationsPorts): Route[] {
  const { pg, pool, commands, eventStore } = ports;

  async function requesterOf(id: string): Promise<string | undefined> {
    let requester: string | undefined;
    await eventStore.read(streams.erasure(id), (stored, position) => {
      const event = decodeEvent(stored, position ?? 0n);
      if (event?.type === 'ErasureRequested') requester = event.metadata.actor.id;
    });
    return requester;
  }

  const isLastSuperAdmin = async (id: string) =>
    (await isActiveSuperAdmin(commands, id)) && !(await hasOtherSuperAdmin(ports, id));

  return [
    route.get('/api/admin/erasures', {
      may: STAFF,
      summary: 'Erasure requests, newest first',
      response: erasuresResponse,
      reads: ['erasures', 'staff'],
      async handle({ actor }) {
        const rows = await listErasures(pg);
        const mayApproveOwn = isAlone(await lastOtherSuperAdminAt(pool, actor.id));
        const ids = rows.flatMap(({ requested_by, decided_by }) => [requested_by, decided_by ?? '']);
        const person = personFrom(await userNames(pool, ids));
        return {
          success: true as const,
          data: rows.map((row) => ({
            id: row.erasure_id,
            kind: row.kind,
            personId: row.person_id,
            reference: row.reference,
            status: row.status,
            requestedAt: row.requested_at.toISOString(),
            requestedBy: person(row.requested_by),
            decidedAt: row.decided_at?.toISOString() ?? null,
            decidedBy: row.decided_by === null ? null : person(row.decided_by),
            erasedAt: row.erased_at?.toISOString() ?? null,
            mayApprove: row.requested_by !== actor.id || mayApproveOwn,
          })),
        };
      },
    }),
    route.get('/api/admin/erasures/find', {
      may: STAFF,
      summary: 'Find the records of a person',
      query: findQuery,
      response: findResponse,
      reads: ['staff', 'clients', 'inbox', 'conversations', 'content-requests', 'candidates', 'datasets'],
      handle: async ({ query }) => ({ success: true, ...(await findPeople(pg, query)) }),
    }),
    route.post('/api/admin/erasures', {
      may: STAFF,
      summary: 'Request the erasure of a person',
      body: requestBody,
      response: requestResponse,
      async handle({ body: { kind, id: person_id, reference }, execute, newId }) {
        if (!(await hasPersonalData(pg, subjectsOf(kind, person_id)))) throw personUnknown();
        const id = newId('erasure');
        const quoting = kind === 'conversation' ? await contentRequestsQuoting(pg, [person_id]) : [];
        const subjects = [...subjectsOf(kind, person_id), ...quoting];
        await execute(erasure, {
          stream: streams.erasure(id),
          command: { type: 'request', erasure_id: id, kind, person_id, subjects, reference },
        });
        return { success: true as const, id };
      },
    }),
    route.post('/api/admin/erasures/:id/approve', {
      may: STAFF,
      summary:
        'Approve an erasure that another SuperAdmin requested: permanently destroys the keys of the personal data',
      body: approveBody,
      response: messageResponse,
      reads: ['staff'],
      async handle({ params: { id }, actor, execute }) {
        const isRequester = (await requesterOf(id)) === actor.id;
        const lastOtherAt = await lastOtherSuperAdminAt(pool, actor.id);
        const { state } = await commands.load(erasure, streams.erasure(id));
        if (state?.kind === 'staffUser' && (await isLastSuperAdmin(state.person_id))) throw lastSuperAdmin();
        await execute(erasure, {
          stream: streams.erasure(id),
          command: { type: 'approve', isRequester, isAlone: isAlone(lastOtherAt) },
        });
        return { success: true as const, message: 'The person is being erased' };
      },
    }),
    route.post('/api/admin/erasures/:id/decline', {
      may: STAFF,
      summary: 'Decline an erasure',
      response: messageResponse,
      async handle({ params: { id }, execute }) {
        await execute(erasure, { stream: streams.erasure(id), command: { type: 'decline' } });
        return { success: true as const, message: 'The request was declined' };
      },
    }),
    route.get('/api/admin/retention', {
      may: STAFF,
      summary: 'Conversation retention of each client, in days',
      response: retentionResponse,
      reads: ['erasures', 'clients'],
      handle: async () => ({ success: true, data: await listRetentions(pg) }),
    }),
    route.put('/api/admin/retention/:clientId', {
      may: STAFF,
      summary: "Set a client's conversation retention in days; null for no limit",
      body: retentionBody,
      response: messageResponse,
      async handle({ params: { clientId }, body: { days }, execute }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state) throw notFound();
        await execute(retention, {
          stream: streams.retention(clientId),
          command: { client_id: clientId, days },
        });
        return { success: true as const, message: 'The retention was saved' };
      },
    }),
  ];
}
