import { expect, test } from 'vitest';
import { StreamHeads } from './stream-heads.ts';

const head = (revision: number) => ({ revision, tombstoned: false, data: undefined });

test('reports a stream as missing until it and its metastream are loaded', () => {
  const heads = new StreamHeads();
  expect(heads.missing(['order-1'])).toEqual(new Set(['order-1', '$$order-1']));
  heads.set('order-1', head(3));
  expect(heads.missing(['order-1'])).toEqual(new Set(['$$order-1']));
  heads.set('$$order-1', head(-1));
  expect(heads.missing(['order-1', '$$order-1'])).toEqual(new Set());
  expect(heads.counterpart('$$order-1')).toEqual(head(3));
});

test('treats a metastream as a stream with its own metastream', () => {
  const heads = new StreamHeads();
  heads.set('order-1', head(3));
  heads.set('$$order-1', head(1));
  expect(heads.missing(['$$$$order-1'])).toEqual(new Set(['$$$$order-1']));
  heads.set('$$$$order-1', head(0));
  expect(heads.counterpart('$$$$order-1')).toEqual(head(1));
  expect(heads.counterpart('$$order-1')).toEqual(head(3));
  expect(heads.counterpart('order-1')).toEqual(head(1));
});

test('evicts the least recently written streams first', () => {
  const heads = new StreamHeads();
  for (let number = 0; number < 100_000; number++) heads.set(`order-${number}`, head(0));
  heads.trim();
  expect(heads.missing(['order-0'])).not.toContain('order-0');

  heads.set('order-100000', head(0));
  heads.trim(); // all entries are marked as used, so the first pass only clears the marks
  heads.set('order-1', head(1));
  for (let number = 100_001; number < 100_011; number++) heads.set(`order-${number}`, head(0));
  heads.trim();
  expect(heads.get('order-1')).toEqual(head(1));
  expect(heads.missing(['order-2'])).toContain('order-2');
});
