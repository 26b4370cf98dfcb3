import { expect, test } from 'vitest';
import { TextColumn } from './text-column.ts';

test('returns texts as they were added and distinguishes null from empty', () => {
  const written = Array.from({ length: 5_000 }, (_, n) =>
    n % 7 === 0 ? null : n % 11 === 0 ? '' : `Straße ${n}`,
  );
  const texts = new TextColumn();
  for (const text of written) texts.add(text === null ? null : Buffer.from(text));
  const read = () => written.map((_, row) => texts.at(row));
  expect(read()).toEqual(written);
  texts.trim();
  expect(read()).toEqual(written);
});
