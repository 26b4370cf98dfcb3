import { SYSTEM } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { contactRequest, inbox, newsletterSubscriber } from './contact.ts';

const { given } = projectorSpec(inbox);

const sent = {
  request_id: 'r1',
  first_name: 'Ada',
  last_name: 'Hill',
  email: 'ada@example.com',
  company: 'Hill & Co',
  phone_number: null,
  comments: null,
  from_form: true,
};
const submitted = recorded('ContactRequestSubmitted', sent);
const handled = recorded('ContactRequestHandled', { request_id: 'r1' });
const AT = '2026-03-01T09:00:00+00:00';

test('follows a contact request from open to handled', async () => {
  const open = await given(submitted);
  expect(await open(contactRequest)).toEqual([
    { ...sent, status: 'open', submitted_at: AT, handled_at: null, handled_by: null },
  ]);
  const done = await given(submitted, handled);
  expect(await done(contactRequest)).toMatchObject([
    { status: 'handled', handled_at: AT, handled_by: SYSTEM.id },
  ]);
  const reopened = await given(submitted, handled, recorded('ContactRequestReopened', { request_id: 'r1' }));
  expect(await reopened(contactRequest)).toMatchObject([
    { status: 'open', handled_at: null, handled_by: null },
  ]);
});

test('lists an address with its latest subscription choice', async () => {
  const address = { subscriber_id: 's1', email: 'ada@example.com' };
  const unsubscribed = await given(
    recorded('NewsletterSubscribed', address),
    recorded('NewsletterUnsubscribed', { subscriber_id: 's1' }),
  );
  expect(await unsubscribed(newsletterSubscriber)).toEqual([
    { ...address, status: 'unsubscribed', changed_at: AT },
  ]);
  const resubscribed = await given(
    recorded('NewsletterSubscribed', address),
    recorded('NewsletterUnsubscribed', { subscriber_id: 's1' }),
    recorded('NewsletterSubscribed', address),
  );
  expect(await resubscribed(newsletterSubscriber)).toMatchObject([{ status: 'subscribed' }]);
});
