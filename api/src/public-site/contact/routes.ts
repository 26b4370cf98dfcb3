import { streams, VISITOR } from '@landline/event-schemas';
import { z } from 'zod';
import type { IdentityPorts } from '../../identity/ports.ts';
import { csvHeader, csvLine } from '../../platform/http/csv.ts';
import { messageResponse, successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { contactRequest } from './contact-request.ts';
import {
  CONTACT_REQUEST_FAILED,
  CONTACT_REQUEST_SENT,
  contactRequestList,
  inboxQuery,
  submitQuoteBody,
} from './contract.ts';
import { createScreening } from './form-screening.ts';
import { allContactRequests, listContactRequests } from './queries.ts';

const ROLES = ['SuperAdmin'] as const;
const byId = z.object({ id: z.uuid() });

const EXPORT_COLUMNS = [
  ['submitted', 'submittedAt'],
  ['status', 'status'],
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['email', 'email'],
  ['company', 'company'],
  ['phone', 'phoneNumber'],
  ['comments', 'comments'],
] as const;

/** Routes for the contact form (spec 000 §7) and its inbox. */
export function quoteRoutes({ pool, pg, secrets }: IdentityPorts): Route[] {
  const screening = createScreening(pg, secrets);
  return [
    route.post('/api/quotes/submit-quote', {
      may: 'anyone',
      summary: 'Send the contact form',
      body: submitQuoteBody,
      response: messageResponse,
      async handle({ body, ctx, execute, newId }) {
        const screeningResult = await screening.screen('quote', ctx, body, CONTACT_REQUEST_FAILED);
        if (screeningResult.accept) {
          const request_id = screeningResult.formId ?? newId('contact request');
          await execute(contactRequest, {
            stream: streams.contactRequest(request_id),
            actor: VISITOR,
            command: {
              type: 'submit',
              request_id,
              first_name: body.firstName,
              last_name: body.lastName,
              email: body.email,
              company: body.company,
              phone_number: body.phoneNumber || null,
              comments: body.comments || null,
              from_form: screeningResult.formId !== undefined,
            },
          });
        }
        return { success: true, message: CONTACT_REQUEST_SENT };
      },
    }),
    route.get('/api/quotes', {
      may: ROLES,
      summary: 'Contact requests, newest first',
      query: inboxQuery,
      response: contactRequestList,
      reads: ['inbox', 'staff'],
      handle: ({ query }) => listContactRequests(pool, query),
    }),
    ...(['handle', 'reopen'] as const).map((type) =>
      route.post(`/api/quotes/:id/${type}`, {
        may: ROLES,
        summary: type === 'handle' ? 'Mark a contact request as handled' : 'Reopen a contact request',
        params: byId,
        response: successResponse,
        async handle({ params: { id }, execute }) {
          await execute(contactRequest, { stream: streams.contactRequest(id), command: { type } });
          return { success: true };
        },
      }),
    ),
    route.get('/api/quotes/export', {
      may: ROLES,
      summary: 'All contact requests as CSV',
      reads: ['inbox', 'staff'],
      async handle({ ctx }) {
        const requests = await allContactRequests(pool);
        ctx.type = 'text/csv; charset=utf-8';
        ctx.attachment('contact-requests.csv');
        ctx.body = [
          csvHeader(EXPORT_COLUMNS.map(([name]) => name)),
          ...requests.map((each) => csvLine(EXPORT_COLUMNS.map(([, field]) => each[field]))),
        ].join('');
      },
    }),
  ];
}
