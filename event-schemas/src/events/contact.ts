import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';

const ofContactRequest = (data: Record<string, unknown>) => `contactRequest:${data.request_id}`;
const ofSubscriber = (data: Record<string, unknown>) => `newsletterSubscriber:${data.subscriber_id}`;

/** Submissions from the public pages (spec 000 §3: contact request; §7: newsletter). */
export const publicFormEvents = {
  ContactRequestSubmitted: defineEvent({
    data: z.object({
      request_id: key(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      company: z.string(),
      phone_number: z.string().nullable(),
      comments: z.string().nullable(),
      /** True if the submission contained the form's token; one without the token may be automated. */
      from_form: z.boolean(),
    }),
    personal: [
      {
        fields: ['first_name', 'last_name', 'email', 'company', 'phone_number', 'comments'],
        subject: ofContactRequest,
      },
    ],
  }),
  ContactRequestHandled: defineEvent({ data: z.object({ request_id: key() }) }),
  ContactRequestReopened: defineEvent({ data: z.object({ request_id: key() }) }),
  NewsletterSubscribed: defineEvent({
    data: z.object({ subscriber_id: key(), email: z.string() }),
    personal: [{ fields: ['email'], subject: ofSubscriber }],
  }),
  NewsletterUnsubscribed: defineEvent({ data: z.object({ subscriber_id: key() }) }),
};
