import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('lists before and after values', () => {
  const data = {
    client_id: 'c1',
    before: { name: 'A', primary_domain: null },
    after: { name: 'B', primary_domain: 'b' },
  };
  expect(changesOf({ data })).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'primary_domain', before: null, after: 'b' },
  ]);
});

test('pairs a field with its previous value', () => {
  const data = { user_id: 'u1', email: 'new@example.com', previous_email: 'old@example.com' };
  expect(changesOf({ data })).toEqual([
    { field: 'email', before: 'old@example.com', after: 'new@example.com' },
  ]);
});

test('lists plain fields without ids or the actor and counts rows', () => {
  const data = {
    import_id: 'm1',
    dataset_key: 'd',
    session_id: 's',
    judged_by: 'u1',
    chunk: 2,
    rows: [{ line: 1, reason: '', raw: '' }],
  };
  expect(changesOf({ data } as never)).toEqual([
    { field: 'chunk', after: 2 },
    { field: 'rows', after: 1 },
  ]);
});
