import { streams, VISITOR } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { createScreening } from '../forms/screening.ts';
import { csvLine } from '../http/csv.ts';
import { type Route, route } from '../http/route.ts';
import { contactRequest } from './contact-request.ts';
import {
  contactRequestAnswer,
  contactRequestList,
  inboxQuery,
  QUOTE_FAILED,
  QUOTE_SENT,
  quoteAnswer,
  submitQuoteBody,
} from './contract.ts';
import { allContactRequests, listContactRequests } from './queries.ts';

const MAY = ['SuperAdmin'] as const;
const byId = z.object({ id: z.uuid() });

/** The contact form (spec 000 §7) and where staff read what it brings. */
export function quoteRoutes({ pool, pg, secrets }: Deps): Route[] {
  const screening = createScreening(pg, secrets);
  return [
    route({
      method: 'POST',
      path: '/api/quotes/submit-quote',
      may: 'anyone',
      summary: 'Send the contact form',
      body: submitQuoteBody,
      response: quoteAnswer,
      async handle({ body, ctx, execute, newId }) {
        const verdict = await screening.screen('quote', ctx, body, QUOTE_FAILED);
        if (verdict.take) {
          const request_id = verdict.formId ?? newId('contact request');
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
              from_form: verdict.formId !== undefined,
            },
          });
        }
        return { success: true, message: QUOTE_SENT };
      },
    }),
    route({
      method: 'GET',
      path: '/api/quotes',
      may: MAY,
      summary: 'Contact requests, newest first',
      query: inboxQuery,
      response: contactRequestList,
      reads: ['inbox', 'staff'],
      handle: ({ query }) => listContactRequests(pool, query),
    }),
    ...(['handle', 'reopen'] as const).map((type) =>
      route({
        method: 'POST',
        path: `/api/quotes/:id/${type}`,
        may: MAY,
        summary: type === 'handle' ? 'Mark a contact request as handled' : 'Open it again',
        params: byId,
        response: contactRequestAnswer,
        async handle({ params: { id }, execute }) {
          await execute(contactRequest, { stream: streams.contactRequest(id), command: { type } });
          return { success: true };
        },
      }),
    ),
    route({
      method: 'GET',
      path: '/api/quotes/export',
      may: MAY,
      summary: 'All contact requests as CSV',
      reads: ['inbox', 'staff'],
      async handle({ ctx }) {
        const requests = await allContactRequests(pool);
        ctx.type = 'text/csv; charset=utf-8';
        ctx.attachment('contact-requests.csv');
        ctx.body = [
          csvLine([
            'submitted',
            'status',
            'first_name',
            'last_name',
            'email',
            'company',
            'phone',
            'comments',
          ]),
          ...requests.map((each) =>
            csvLine([
              each.submittedAt,
              each.status,
              each.firstName,
              each.lastName,
              each.email,
              each.company,
              each.phoneNumber,
              each.comments,
            ]),
          ),
        ].join('');
      },
    }),
  ];
}
