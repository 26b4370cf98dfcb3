import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { erasure } from './erasure.ts';

describe('an erasure', () => {
  const given = specification(erasure);
  const request = {
    erasure_id: 'e1',
    kind: 'leftMessage' as const,
    person_id: 'p1',
    subjects: ['leftMessage:p1'],
    reference: 'T-17',
  };
  const requested = { type: 'ErasureRequested', data: request } as const;
  const approved = { type: 'ErasureApproved', data: { erasure_id: 'e1' } } as const;
  const declined = { type: 'ErasureDeclined', data: { erasure_id: 'e1' } } as const;

  test('is approved by a second SuperAdmin', () => {
    given(requested)
      .when({ type: 'approve', isRequester: true, isOnlySuperAdmin: false })
      .thenRejected('SECOND_APPROVER_REQUIRED');
    given(requested).when({ type: 'approve', isRequester: false, isOnlySuperAdmin: false }).then(approved);
  });
  test('is approved by its requester if there is no other SuperAdmin', () =>
    given(requested).when({ type: 'approve', isRequester: true, isOnlySuperAdmin: true }).then(approved));
  test('ignores a repeated approval', () =>
    given(requested, approved)
      .when({ type: 'approve', isRequester: true, isOnlySuperAdmin: false })
      .thenNothing());
  test('is declined after its approval only if it can no longer be carried out', () => {
    given(requested, approved).when({ type: 'decline' }).thenRejected('ERASURE_DECIDED');
    given(requested, approved).when({ type: 'abandon' }).then(declined);
    given(requested, approved, declined).when({ type: 'abandon' }).thenNothing();
  });
  test('is not approved after it was declined', () =>
    given(requested, declined)
      .when({ type: 'approve', isRequester: false, isOnlySuperAdmin: false })
      .thenRejected('ERASURE_DECIDED'));
});
