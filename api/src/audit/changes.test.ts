import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('an event that tells before and after is shown as their difference', () => {
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

test('an event that tells what a field was before is shown with it', () => {
  const data = { user_id: 'u1', email: 'new@example.com', previous_email: 'old@example.com' };
  expect(changesOf({ data })).toEqual([
    { field: 'email', before: 'old@example.com', after: 'new@example.com' },
  ]);
});

test('otherwise what it says stands alone; ids are left out and rows are counted', () => {
  const data = {
    import_id: 'm1',
    dataset_key: 'd',
    session_id: 's',
    chunk: 2,
    rows: [{ line: 1, reason: '', raw: '' }],
  };
  expect(changesOf({ data } as never)).toEqual([
    { field: 'chunk', after: 2 },
    { field: 'rows', after: 1 },
  ]);
});
