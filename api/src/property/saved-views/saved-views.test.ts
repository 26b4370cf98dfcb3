import type { DomainEvent } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { slugOf } from './contract.ts';
import { savedViews } from './saved-views.ts';

describe('a view', () => {
  const given = specification(savedViews);
  const viewRef = { view_id: 'v1', scope: 'oak', dataset_key: 'lebanon' };
  const large = { ...viewRef, name: 'Large lots', slug: 'large-lots', query: 'minLotSize=5' };
  const saved: DomainEvent<'ViewSaved'> = { type: 'ViewSaved', data: large };

  test('is saved, changed and removed', () => {
    given()
      .when({ type: 'save', ...large })
      .then(saved);
    given(saved)
      .when({ type: 'change', view_id: 'v1', query: 'minLotSize=8' })
      .then({ type: 'ViewSaved', data: { ...large, query: 'minLotSize=8' } });
    given(saved).when({ type: 'change', view_id: 'v1', query: 'minLotSize=5' }).thenNothing();
    given(saved).when({ type: 'remove', view_id: 'v1' }).then({ type: 'ViewRemoved', data: viewRef });
    given().when({ type: 'remove', view_id: 'v1' }).thenRejected('VIEW_UNKNOWN');
  });

  test('rejects a name that another view of the dataset has', () => {
    given(saved)
      .when({ type: 'save', ...large, view_id: 'v2', name: 'Large  lots' })
      .thenRejected('VIEW_NAME_TAKEN');
    const ofOtherDataset = { ...large, view_id: 'v2', dataset_key: 'davis' };
    given(saved)
      .when({ type: 'save', ...ofOtherDataset })
      .then({ type: 'ViewSaved', data: ofOtherDataset });
  });

  test('has a slug made from its name', () => {
    expect(slugOf('  Große Grundstücke (über 5 ac)! ')).toBe('große-grundstucke-uber-5-ac');
    expect(slugOf('Premium')).toBe('premium');
  });
});
