import type { EventData } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { audit, auditEntry } from './activity.ts';

const { given } = projectorSpec(audit);
const judged: EventData<'ClassificationRemoved'> = {
  candidate_id: '0d3a4a3b-0000-4000-8000-000000000001',
  dataset_key: 'lebanon',
  scope: 'everyone',
  property_type: 'adu',
};
const impersonation = { impersonation_id: 'i1', user_id: 'u1', client_id: 'c1', session_id: 's1' };
const importing = { import_id: 'm1', dataset_key: 'lebanon' };

test('indexes each event under the entities it concerns', async () => {
  const rows = await given(
    recorded('ClientClosed', { client_id: 'c1' }),
    recorded('ImpersonationStarted', impersonation),
    recorded('ClassificationRemoved', judged),
    recorded('DatasetImportCancelled', importing),
  );
  const { candidate_id } = judged;
  expect(await rows(auditEntry)).toEqual([
    { entity: `candidate:${candidate_id}`, position: 2, client_id: null },
    { entity: 'client:c1', position: 0, client_id: 'c1' },
    { entity: 'client:c1', position: 1, client_id: 'c1' },
    { entity: 'dataset:lebanon', position: 3, client_id: null },
    { entity: 'import:m1', position: 3, client_id: null },
    { entity: 'user:u1', position: 1, client_id: 'c1' },
  ]);
});

test("stores one row for an import chunk, outside the dataset's history", async () => {
  const rows = await given(
    recorded('CandidateRowsRejected', {
      ...importing,
      chunk: 0,
      rows: [1, 2, 3].map((line) => ({ line, reason: 'no APN', raw: 'x' })),
    }),
  );
  expect(await rows(auditEntry)).toEqual([{ entity: 'import:m1', position: 0, client_id: null }]);
});

test("assigns classifications in a client's scope to that client", async () => {
  const rows = await given(recorded('ClassificationRemoved', { ...judged, scope: 'c1' }));
  expect(await rows(auditEntry)).toMatchObject([{ client_id: 'c1' }]);
});

test("stores nothing of an event's contents", async () => {
  const person = { email: 'robin@example.com', first_name: 'Robin', last_name: 'Hill' };
  const rows = await given(recorded('ClientUserCreated', { user_id: 'u1', client_id: 'c1', ...person }));
  expect(JSON.stringify(await rows(auditEntry))).not.toMatch(/robin/i);
});

test('notifies a client only of its own activity', () => {
  expect(audit.audience?.(recorded('ClientClosed', { client_id: 'c1' }))).toEqual(['c1']);
  expect(audit.audience?.(recorded('ClassificationRemoved', judged))).toEqual([]);
});
