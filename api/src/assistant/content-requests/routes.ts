import { streams } from '@landline/event-schemas';
import {
  CONTENT_REQUEST_STEPS,
  contentRequestStepTo,
} from '@landline/event-schemas/lifecycles/content-request';
import { client, clientNotFound, isInUse } from '../../clients/clients/client.ts';
import { assertOwn } from '../../platform/http/access.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF, STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { contentRequest, contentRequestUnknown, statusConflict } from './content-request.ts';
import {
  CONTENT_REQUEST_TEXTS,
  contentRequestBody,
  contentRequestList,
  contentRequestStatusBody,
  contentRequestSubmitted,
  pendingContentRequests,
} from './contract.ts';
import { listContentRequests, listPending } from './queries.ts';

const READS = ['content-requests', 'conversations'] as const;

/** Routes for content requests (spec 000 §7, 002 §7). */
export function contentRequestRoutes({ pool, commands }: AssistantPorts): Route[] {
  const list = {
    summary: 'The content requests of a client, newest first',
    response: contentRequestList,
    reads: READS,
    handle: ({ params: { clientId } }: { params: { clientId: string } }) =>
      listContentRequests(pool, clientId),
  };

  return [
    route.post('/api/ai/content-requests', {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Request a page for the assistant',
      body: contentRequestBody,
      response: contentRequestSubmitted,
      async handle({ body: { clientId, url, description, priority }, session, execute, newId }) {
        assertOwn(clientId, session);
        const { state } = await commands.load(client, streams.client(clientId));
        if (!isInUse(state)) throw clientNotFound();
        const id = newId('content-request');
        await execute(contentRequest, {
          stream: streams.contentRequest(id),
          command: { type: 'submit', request_id: id, client_id: clientId, url, description, priority },
        });
        return { success: true as const, message: CONTENT_REQUEST_TEXTS.submitted, id };
      },
    }),
    route.get('/api/ai/content-requests/client/:clientId', { ...STAFF_OR_OWN_CLIENT, ...list }),
    route.get('/api/ai/admin-content-requests/client/:clientId', { may: STAFF, ...list }),
    route.get('/api/ai/admin-content-requests/pending', {
      may: STAFF,
      summary: 'Pending content requests of all clients',
      response: pendingContentRequests,
      reads: [...READS, 'clients'],
      handle: () => listPending(pool),
    }),
    route.patch('/api/ai/admin-content-requests/:id/status', {
      may: STAFF,
      summary: 'Process, complete or reject a content request',
      body: contentRequestStatusBody,
      response: messageResponse,
      async handle({ params: { id }, body: { status, adminNotes }, execute }) {
        const stream = streams.contentRequest(id);
        const { state } = await commands.load(contentRequest, stream);
        if (!state) throw contentRequestUnknown();
        const step = contentRequestStepTo(state.status, status);
        if (step === undefined) throw statusConflict(state.status);
        const admin_notes = adminNotes ?? CONTENT_REQUEST_STEPS[step].note;
        await execute(contentRequest, { stream, command: { type: 'transition', step, admin_notes } });
        return { success: true as const, message: CONTENT_REQUEST_TEXTS.statusChanged(status) };
      },
    }),
  ];
}
