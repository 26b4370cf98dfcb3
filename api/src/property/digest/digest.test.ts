import type { DomainEvent } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { digest } from './digest.ts';
import { nextCheck } from './tasks.ts';

describe('a digest', () => {
  const given = specification(digest);
  const person = { user_id: 'u1', kind: 'client' } as const;
  const at = '2026-03-01T09:00:00.000Z';
  const subscribed: DomainEvent<'LeadsDigestSubscribed'> = {
    type: 'LeadsDigestSubscribed',
    data: { ...person, at },
  };
  const leads = { dataset_key: 'lebanon', since: at, until: '2026-03-02T11:00:00.000Z', leads: 2 };
  const issued: DomainEvent<'LeadsDigestIssued'> = {
    type: 'LeadsDigestIssued',
    data: { ...person, digest_id: 'd1', datasets: [leads] },
  };

  test('is issued only to subscribers', () => {
    given()
      .when({ type: 'subscribe', ...person, at })
      .then(subscribed);
    given(subscribed)
      .when({ type: 'subscribe', ...person, at: 'later' })
      .thenNothing();
    given(subscribed)
      .when({ type: 'unsubscribe', ...person })
      .then({ type: 'LeadsDigestUnsubscribed', data: person });
    given()
      .when({ type: 'unsubscribe', ...person })
      .thenNothing();
    given()
      .when({ type: 'issue', ...issued.data })
      .thenNothing();
  });

  test('reports each time span once', () => {
    given(subscribed)
      .when({ type: 'issue', ...issued.data })
      .then(issued);
    given(subscribed, issued)
      .when({ type: 'issue', ...issued.data, digest_id: 'd2' })
      .thenNothing();
    const next = { ...leads, since: leads.until, until: '2026-03-03T11:00:00.000Z' };
    given(subscribed, issued)
      .when({ type: 'issue', ...person, digest_id: 'd2', datasets: [next] })
      .then({ type: 'LeadsDigestIssued', data: { ...person, digest_id: 'd2', datasets: [next] } });
  });

  test('is checked once a day', () => {
    expect(nextCheck(new Date('2026-03-01T09:00:00Z'))).toEqual(new Date('2026-03-01T11:00:00Z'));
    expect(nextCheck(new Date('2026-03-01T11:00:00Z'))).toEqual(new Date('2026-03-02T11:00:00Z'));
  });
});
