import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { contactRequest } from './contact-request.ts';

const given = specification(contactRequest);

const data = {
  request_id: 'r1',
  first_name: 'Ada',
  last_name: 'Hill',
  email: 'ada@example.com',
  company: 'Hill & Co',
  phone_number: null,
  comments: 'Two parcels.',
  from_form: true,
};
const submitted = { type: 'ContactRequestSubmitted', data } as const;
const handled = { type: 'ContactRequestHandled', data: { request_id: 'r1' } } as const;
const reopened = { type: 'ContactRequestReopened', data: { request_id: 'r1' } } as const;
const submit = { type: 'submit', ...data } as const;

describe('a contact request', () => {
  test('is submitted', () => given().when(submit).then(submitted));
  test('ignores a repeated submission', () => given(submitted).when(submit).thenNothing());
  test('rejects different content under the same id', () =>
    given(submitted)
      .when({ ...submit, comments: 'Three parcels.' })
      .thenRejected('FORM_SENT'));
  test('is handled', () => given(submitted).when({ type: 'handle' }).then(handled));
  test('ignores repeated handling', () => given(submitted, handled).when({ type: 'handle' }).thenNothing());
  test('can be reopened', () => given(submitted, handled).when({ type: 'reopen' }).then(reopened));
  test('ignores reopening while open', () => given(submitted).when({ type: 'reopen' }).thenNothing());
  test('rejects an unknown request', () => given().when({ type: 'handle' }).thenRejected('REQUEST_UNKNOWN'));
});
