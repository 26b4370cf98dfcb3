import type { DomainEvent } from '@landline/event-schemas';
import { SYSTEM } from '@landline/event-schemas/metadata';
import { expect, test } from 'vitest';
import { encodeOrReject } from './encode-or-reject.ts';

const metadata = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: '2026-03-01T09:00:00.000Z' };
const renamed = (first_name: unknown) =>
  ({ type: 'StaffUserRenamed', data: { user_id: 'u1', first_name, last_name: 'Hill' } }) as DomainEvent;

test.each([
  ['data that its schema rejects', 5, 'The value of first_name is not valid.'],
  ['text that no read model can store', 'A\ud800', 'StaffUserRenamed.first_name contains an incomplete'],
])('rejects %s with the name of the field', (_, value, problem) => {
  expect(() => encodeOrReject(renamed(value), metadata)).toThrow(
    expect.objectContaining({
      kind: 'malformed',
      code: 'UNSTORABLE',
      message: expect.stringContaining(problem),
    }),
  );
});
