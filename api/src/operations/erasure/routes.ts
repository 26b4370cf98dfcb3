import { SYSTEM, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { client } from '../../clients/clients/client.ts';
import { hasOtherSuperAdmin, isActiveSuperAdmin } from '../../identity/users/active-super-admins.ts';
import { lastSuperAdminError } from '../../identity/users/administer-staff.ts';
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
import { alreadyRequested, erasure, personUnknown } from './erasure.ts';
import { hasPersonalData } from './ledger.ts';
import { contentRequestsQuoting, findPeople, listErasures, listRetentions, openErasures } from './queries.ts';
import { retention } from './retention.ts';
import { subjectsOf } from './subjects.ts';

const SUPER_ADMIN = ['SuperAdmin'] as const;

/**
 * Period, in milliseconds, during which a demoted or deactivated SuperAdmin still counts as a second approver. It keeps a
 * requester from demoting the other SuperAdmins and approving at once; they have a day to notice.
 */
const SECOND_APPROVER_MS = 24 * 60 * 60_000;

/** Reason of the only decision that the system makes: its job declines an approved request. */
const DECLINED_BY_JOB = 'The last active SuperAdmin cannot be erased.';

/** Returns true if the actor was the only SuperAdmin able to sign in during the last 24 hours. */
const isOnlySuperAdmin = (lastOtherAt: Date | null) =>
  lastOtherAt === null || lastOtherAt.getTime() < Date.now() - SECOND_APPROVER_MS;

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
      may: SUPER_ADMIN,
      summary: 'Erasure requests, newest first',
      response: erasuresResponse,
      reads: ['erasures', 'staff'],
      async handle({ actor }) {
        const rows = await listErasures(pg);
        const mayApproveOwn = isOnlySuperAdmin(await lastOtherSuperAdminAt(pool, actor.id));
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
            decidedBy:
              row.decided_by === null || row.decided_by === SYSTEM.id ? null : person(row.decided_by),
            declineReason: row.decided_by === SYSTEM.id ? DECLINED_BY_JOB : null,
            erasedAt: row.erased_at?.toISOString() ?? null,
            mayApprove: row.requested_by !== actor.id || mayApproveOwn,
          })),
        };
      },
    }),
    route.get('/api/admin/erasures/find', {
      may: SUPER_ADMIN,
      summary: 'Find the records of a person',
      query: findQuery,
      response: findResponse,
      reads: ['staff', 'clients', 'inbox', 'conversations', 'content-requests', 'candidates', 'datasets'],
      handle: async ({ query }) => ({ success: true, ...(await findPeople(pg, query)) }),
    }),
    route.post('/api/admin/erasures', {
      may: SUPER_ADMIN,
      summary: 'Request the erasure of a person',
      body: requestBody,
      response: requestResponse,
      reads: ['erasures'],
      async handle({ body: { kind, id: person_id, reference }, execute, newId }) {
        if (!(await hasPersonalData(pg, subjectsOf(kind, person_id)))) throw personUnknown();
        const id = newId('erasure');
        // A repeated request has the id of its first attempt.
        if ((await openErasures(pg, kind, person_id)).some((open) => open !== id)) throw alreadyRequested();
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
      may: SUPER_ADMIN,
      summary:
        'Approve an erasure, which permanently destroys the keys of the personal data; requires a second SuperAdmin if there is one',
      body: approveBody,
      response: messageResponse,
      reads: ['staff'],
      async handle({ params: { id }, actor, execute }) {
        const isRequester = (await requesterOf(id)) === actor.id;
        const lastOtherAt = await lastOtherSuperAdminAt(pool, actor.id);
        const { state } = await commands.load(erasure, streams.erasure(id));
        if (state?.kind === 'staffUser' && (await isLastSuperAdmin(state.person_id)))
          throw lastSuperAdminError();
        await execute(erasure, {
          stream: streams.erasure(id),
          command: { type: 'approve', isRequester, isOnlySuperAdmin: isOnlySuperAdmin(lastOtherAt) },
        });
        return { success: true as const, message: "The person's data is being erased" };
      },
    }),
    route.post('/api/admin/erasures/:id/decline', {
      may: SUPER_ADMIN,
      summary: 'Decline an erasure request',
      response: messageResponse,
      async handle({ params: { id }, execute }) {
        await execute(erasure, { stream: streams.erasure(id), command: { type: 'decline' } });
        return { success: true as const, message: 'The request was declined' };
      },
    }),
    route.get('/api/admin/retention', {
      may: SUPER_ADMIN,
      summary: 'Conversation retention of each client, in days',
      response: retentionResponse,
      reads: ['erasures', 'clients'],
      handle: async () => ({ success: true, data: await listRetentions(pg) }),
    }),
    route.put('/api/admin/retention/:clientId', {
      may: SUPER_ADMIN,
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
