import type { DomainEvent } from '@landline/event-schemas';
import { test } from 'vitest';
import { specification } from '../testing/decider.ts';
import { visits } from './visit.ts';

const given = specification(visits);
const about = { user_id: 'u1', dataset_key: 'lebanon' };
const visited = (visited_at: string, previous: string | null = null): DomainEvent<'DatasetVisited'> => ({
  type: 'DatasetVisited',
  data: { ...about, visited_at, previous },
});

test('a first visit has none before it', () => {
  given()
    .when({ ...about, at: '2026-03-01T09:00:00.000Z' })
    .then(visited('2026-03-01T09:00:00.000Z'));
});

test('who comes back within half an hour is still there', () => {
  given(visited('2026-03-01T09:00:00.000Z'))
    .when({ ...about, at: '2026-03-01T09:29:59.000Z' })
    .thenNothing();
});

test('a later visit knows the one before', () => {
  given(visited('2026-03-01T09:00:00.000Z'))
    .when({ ...about, at: '2026-03-02T09:00:00.000Z' })
    .then(visited('2026-03-02T09:00:00.000Z', '2026-03-01T09:00:00.000Z'));
});
