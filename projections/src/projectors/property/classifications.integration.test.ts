import { EVERYONE } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { classification, classifications } from './classifications.ts';

const { given } = projectorSpec(classifications);
const subject = {
  candidate_id: 'a0000000-0000-8000-a000-000000000001',
  dataset_key: 'lebanon',
  property_type: 'adu',
} as const;
const classified = (scope: string, classification: 'good' | 'bad') =>
  recorded('PropertyClassified', {
    ...subject,
    scope,
    judged_by: 'u1',
    classification,
    notes: 'Steep at the back',
    factor_ids: ['slope', 'he said "no", {really}'],
    original_score: 71.5,
  });
const removed = (scope: string) => recorded('ClassificationRemoved', { ...subject, scope });

test('keeps the last classification of a candidate per scope', async () => {
  const rows = await given(
    classified(EVERYONE, 'good'),
    classified('client-1', 'good'),
    classified(EVERYONE, 'bad'),
  );
  expect(await rows(classification)).toEqual([
    expect.objectContaining({ scope: 'client-1', classification: 'good' }),
    {
      ...subject,
      scope: EVERYONE,
      judged_by: 'u1',
      classification: 'bad',
      notes: 'Steep at the back',
      factor_ids: ['slope', 'he said "no", {really}'],
      original_score: 71.5,
      created_at: '2026-03-01T09:00:00+00:00',
    },
  ]);
});

test('removes a classification from its scope only, and accepts a new one', async () => {
  const rows = await given(
    classified(EVERYONE, 'good'),
    classified('client-1', 'bad'),
    removed('client-1'),
    removed(EVERYONE),
    classified(EVERYONE, 'bad'),
  );
  expect(await rows(classification)).toMatchObject([{ scope: EVERYONE, classification: 'bad' }]);
});

test("notifies a client of its own classifications, and everyone of staff's", () => {
  expect(classifications.audience?.(removed('client-1'))).toEqual(['client-1']);
  expect(classifications.audience?.(removed(EVERYONE))).toBeNull();
});
