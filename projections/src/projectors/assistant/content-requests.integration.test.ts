import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { contentRequest, contentRequests } from './content-requests.ts';

const { given } = projectorSpec(contentRequests);

const sent = {
  request_id: 'r1',
  client_id: 'c1',
  url: 'https://shop.example.com/prices',
  description: 'Our new prices',
  priority: 'high',
} as const;
const submitted = recorded('ContentRequestSubmitted', sent);
const ids = { request_id: 'r1', client_id: 'c1' };
const AT = '2026-03-01T09:00:00+00:00';

const NO_GAP = {
  gap_conversation_id: null,
  gap_question_id: null,
  gap_topic_ids: [],
  requested_by: submitted.metadata.actor.id,
};

test('follows a content request from pending to its outcome and keeps the last note', async () => {
  const pending = await given(submitted);
  expect(await pending(contentRequest)).toEqual([
    { ...sent, ...NO_GAP, status: 'pending', admin_notes: null, created_at: AT, updated_at: AT },
  ]);
  const noted = recorded('ContentRequestProcessingStarted', { ...ids, admin_notes: 'On it' });
  const processing = await given(submitted, noted);
  expect(await processing(contentRequest)).toMatchObject([{ status: 'processing', admin_notes: 'On it' }]);
  const completed = await given(
    submitted,
    noted,
    recorded('ContentRequestCompleted', { ...ids, admin_notes: '' }),
  );
  expect(await completed(contentRequest)).toMatchObject([{ status: 'completed', admin_notes: 'On it' }]);
  const rejected = await given(
    submitted,
    recorded('ContentRequestRejected', { ...ids, admin_notes: 'Request rejected by admin' }),
  );
  expect(await rejected(contentRequest)).toMatchObject([
    { status: 'rejected', admin_notes: 'Request rejected by admin' },
  ]);
});

test('links a request from a gap to its question without repeating the text', async () => {
  const gap = { conversation_id: 'c', question_id: 'q', topic_ids: ['t1', 't2'] };
  const rows = await given(recorded('ContentRequestSubmitted', { ...sent, description: '', gap }));
  expect(await rows(contentRequest)).toMatchObject([
    { description: '', gap_conversation_id: 'c', gap_question_id: 'q', gap_topic_ids: ['t1', 't2'] },
  ]);
});
