import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { namesOf } from '../audit/queries.ts';
import { client } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import {
  approveBody,
  done,
  erasuresResponse,
  findQuery,
  findResponse,
  requestBody,
  requested,
  retention as retentionBody,
  retentionResponse,
} from './contract.ts';
import { erasure } from './erasure.ts';
import { findPeople, listErasures, listRetentions, repeatedIn } from './queries.ts';
import { retention } from './retention.ts';
import { subjectsOf } from './subjects.ts';

const MAY = ['SuperAdmin'] as const;
const byId = z.object({ id: z.string().max(100) });

/** Requests to be forgotten, and for how long conversations are kept. */
export function erasureRoutes({ pg, pool, commands }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/erasures',
      may: MAY,
      summary: 'Who asked to be forgotten, and what became of it',
      response: erasuresResponse,
      reads: ['erasures', 'staff'],
      async handle() {
        const rows = await listErasures(pg);
        const ids = rows.flatMap(({ requested_by, decided_by }) => [requested_by, decided_by ?? '']);
        const names = await namesOf(pool, ids);
        const person = (id: string) => ({ id, name: names.get(id) ?? null });
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
          })),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/erasures/find',
      may: MAY,
      summary: 'Where personal data of somebody was left',
      query: findQuery,
      response: findResponse,
      reads: ['staff', 'clients', 'inbox', 'conversations', 'content-requests', 'candidates', 'datasets'],
      handle: async ({ query }) => ({ success: true, ...(await findPeople(pg, query)) }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/erasures',
      may: MAY,
      summary: 'Ask that a person is forgotten',
      body: requestBody,
      response: requested,
      async handle({ body: { kind, id: person_id, reference }, execute, newId }) {
        const id = newId('erasure');
        const repeated = kind === 'conversation' ? await repeatedIn(pg, [person_id]) : [];
        const subjects = [...subjectsOf(kind, person_id), ...repeated];
        await execute(erasure, {
          stream: streams.erasure(id),
          command: { type: 'request', erasure_id: id, kind, person_id, subjects, reference },
        });
        return { success: true as const, id };
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/erasures/:id/approve',
      may: MAY,
      summary: 'Destroy the keys under which the personal data of a person is: for good',
      params: byId,
      body: approveBody,
      response: done,
      async handle({ params: { id }, execute }) {
        await execute(erasure, { stream: streams.erasure(id), command: { type: 'approve' } });
        return { success: true as const, message: 'The person is being erased' };
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/erasures/:id/decline',
      may: MAY,
      summary: 'Leave the person as they are',
      params: byId,
      response: done,
      async handle({ params: { id }, execute }) {
        await execute(erasure, { stream: streams.erasure(id), command: { type: 'decline' } });
        return { success: true as const, message: 'The request was declined' };
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/retention',
      may: MAY,
      summary: "For how many days each client's conversations are kept",
      response: retentionResponse,
      reads: ['erasures', 'clients'],
      handle: async () => ({ success: true, data: await listRetentions(pg) }),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/retention/:clientId',
      may: MAY,
      summary: "Keep a client's conversations for so many days; null for as long as the client is kept",
      params: z.object({ clientId: z.string().max(100) }),
      body: retentionBody,
      response: done,
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
