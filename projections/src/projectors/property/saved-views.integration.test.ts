import { SYSTEM } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { savedView, savedViews } from './saved-views.ts';

const { given } = projectorSpec(savedViews);
const viewRef = { view_id: '0a4c1f6e-1111-4000-8000-000000000001', scope: 'oak', dataset_key: 'lebanon' };
const large = { ...viewRef, name: 'Large lots', slug: 'large-lots', query: 'minLotSize=5' };

test('keeps the latest version of a view until it is removed', async () => {
  const changed = { ...large, query: 'minLotSize=8' };
  const rows = await given(recorded('ViewSaved', large), recorded('ViewSaved', changed));
  expect(await rows(savedView)).toEqual([
    { ...changed, author: SYSTEM, saved_at: '2026-03-01T09:00:00+00:00' },
  ]);
  const remaining = await given(recorded('ViewSaved', large), recorded('ViewRemoved', viewRef));
  expect(await remaining(savedView)).toEqual([]);
});
