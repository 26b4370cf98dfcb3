import { type Projector, patch, put } from '../../projector.ts';
import { boolean, nullable, table, text, timestamp } from '../../table.ts';

export const contactRequest = table('contact_request', {
  key: ['request_id'],
  columns: {
    request_id: text(),
    first_name: text(),
    last_name: text(),
    email: text(),
    company: text(),
    phone_number: nullable(text()),
    comments: nullable(text()),
    /** False if the submission lacked the form's token, so that it may be automated. */
    from_form: boolean(),
    status: text<'open' | 'handled'>(),
    submitted_at: timestamp(),
    handled_at: nullable(timestamp()),
    /** Staff user. */
    handled_by: nullable(text()),
  },
  indexes: { contact_request_by_time: '(generation, submitted_at DESC)' },
});

export const newsletterSubscriber = table('newsletter_subscriber', {
  key: ['subscriber_id'],
  columns: {
    subscriber_id: text(),
    email: text(),
    status: text<'subscribed' | 'unsubscribed'>(),
    changed_at: timestamp(),
  },
  indexes: { newsletter_subscriber_by_time: '(generation, changed_at DESC)' },
});

/** Contact requests and subscribers from the public pages, for staff (spec 000 §7). */
export const inbox: Projector<'inbox'> = {
  name: 'inbox',
  version: 1,
  tables: [contactRequest, newsletterSubscriber],
  on: {
    ContactRequestSubmitted: ({ data, metadata }) =>
      put(contactRequest, {
        ...data,
        status: 'open',
        submitted_at: metadata.at,
        handled_at: null,
        handled_by: null,
      }),
    ContactRequestHandled: ({ data: { request_id }, metadata }) =>
      patch(
        contactRequest,
        { request_id },
        { status: 'handled', handled_at: metadata.at, handled_by: metadata.actor.id },
      ),
    ContactRequestReopened: ({ data: { request_id } }) =>
      patch(contactRequest, { request_id }, { status: 'open', handled_at: null, handled_by: null }),
    NewsletterSubscribed: ({ data, metadata }) =>
      put(newsletterSubscriber, { ...data, status: 'subscribed', changed_at: metadata.at }),
    NewsletterUnsubscribed: ({ data: { subscriber_id }, metadata }) =>
      patch(newsletterSubscriber, { subscriber_id }, { status: 'unsubscribed', changed_at: metadata.at }),
  },
  audience: () => [],
};
