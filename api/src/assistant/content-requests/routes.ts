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

const STAFF = ['SuperAdmin', 'Admin'] as const;
const STAFF_AND_CLIENT = ['ClientUser', ...STAFF] as const;
const READS = ['content-requests', 'conversations'] as const;
const ofClient = { product: 'ai_assistant' } as const;

/** Routes for content requests (spec 000 §7, 002 §7). */
export function contentRequestRoutes({ pool, commands }: AssistantPorts): Route[] {
  const listRoute = (
    path: `/${string}/:clientId`,
    access: { may: readonly (typeof STAFF_AND_CLIENT)[number][]; ofClient?: typeof ofClient },
  ) =>
    route.get(path, {
      ...access,
      summary: 'The content requests of a client, newest first',
      response: contentRequestList,
      reads: READS,
      handle: ({ params: { clientId } }) => listContentRequests(pool, clientId),
    });

  return [
    route.post('/api/ai/content-requests', {
      may: STAFF_AND_CLIENT,
      ofClient,
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
    listRoute('/api/ai/content-requests/client/:clientId', { may: STAFF_AND_CLIENT, ofClient }),
    listRoute('/api/ai/admin-content-requests/client/:clientId', { may: STAFF }),
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
        const admin_notes = adminNotes || CONTENT_REQUEST_STEPS[step].note;
        await execute(contentRequest, { stream, command: { type: 'answer', step, admin_notes } });
        return { success: true as const, message: CONTENT_REQUEST_TEXTS.answered(status) };
      },
    }),
  ];
}
