import type { DomainEvent } from '@landline/event-schemas';
import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { datasetVisits } from './dataset-visits.ts';

const given = specification(datasetVisits);
const ids = { user_id: 'u1', dataset_key: 'lebanon' };
const visited = (visited_at: string, previous: string | null = null): DomainEvent<'DatasetVisited'> => ({
  type: 'DatasetVisited',
  data: { ...ids, visited_at, previous },
});

test('stores no previous time on a first visit', () => {
  given()
    .when({ ...ids, at: '2026-03-01T09:00:00.000Z' })
    .then(visited('2026-03-01T09:00:00.000Z'));
});

test('continues a visit within half an hour', () => {
  given(visited('2026-03-01T09:00:00.000Z'))
    .when({ ...ids, at: '2026-03-01T09:29:59.000Z' })
    .thenNothing();
});

test('stores the previous time on a later visit', () => {
  given(visited('2026-03-01T09:00:00.000Z'))
    .when({ ...ids, at: '2026-03-02T09:00:00.000Z' })
    .then(visited('2026-03-02T09:00:00.000Z', '2026-03-01T09:00:00.000Z'));
});
