import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowIds } from './row-ids.ts';
import { ScoreColumns, type ScoreSort } from './score-columns.ts';
import { sortedByBytes } from './sorting.ts';

const SORTS: readonly ScoreSort[] = ['score', 'property_score', 'score_na'];
const SIZE = 12;
/** Few values, so that many are equal; not available and not listed too. */
const tenths = fc.array(fc.integer({ min: -2, max: 4 }), { minLength: SIZE, maxLength: SIZE });
const maybe = fc.option(fc.integer({ min: 0, max: 4 }));
const corrections = fc.array(fc.tuple(fc.nat(SIZE - 1), maybe, maybe), { maxLength: 20 });
const ids = fc.uniqueArray(fc.uuid(), { minLength: SIZE, maxLength: SIZE });

function rowsOf(written: readonly string[]) {
  const bytes = Uint8Array.from(Buffer.from(written.join('').replaceAll('-', ''), 'hex'));
  const rows = Uint32Array.from({ length: SIZE }, (_, row) => row);
  const strings = { bytes, startOf: (row: number) => row * 16, lengthOf: () => 16 };
  return { ids: new RowIds(bytes), size: SIZE, idOrder: sortedByBytes(rows, SIZE, strings) };
}

const ordersOf = (columns: ScoreColumns) => SORTS.map((sort) => columns.ordersBy(sort));

test('orders in which scores were put right are those of scores that always were so', async () => {
  await fc.assert(
    fc.asyncProperty(ids, tenths, tenths, corrections, async (written, scores, propertyScores, corrected) => {
      const rows = rowsOf(written);
      const columns = new ScoreColumns(rows, true);
      columns.scoreTenths.set(scores);
      columns.propertyScoreTenths.set(propertyScores.map((value) => Math.max(value, -1)));
      const before = ordersOf(columns);
      const stored = corrected.map(([row, score_tenths, property_score_tenths]) => ({
        id: written[row] ?? '',
        score_tenths,
        property_score_tenths,
        na_reason: null,
      }));
      const copy = columns.with(stored);
      const ofCopy = ordersOf(copy);
      const original = new ScoreColumns(rows, true);
      original.scoreTenths.set(columns.scoreTenths);
      original.propertyScoreTenths.set(columns.propertyScoreTenths);
      expect(before).toEqual(ordersOf(original)); // the copy has left them alone

      columns.correct(stored);
      const anew = new ScoreColumns(rows, true);
      anew.scoreTenths.set(columns.scoreTenths);
      anew.propertyScoreTenths.set(columns.propertyScoreTenths);
      expect(ordersOf(columns)).toEqual(ordersOf(anew));
      expect(ofCopy).toEqual(ordersOf(anew));

      const ahead = new ScoreColumns(rows, true);
      ahead.scoreTenths.set(columns.scoreTenths);
      ahead.propertyScoreTenths.set(columns.propertyScoreTenths);
      await ahead.sortLike(columns, async () => undefined);
      expect(ordersOf(ahead)).toEqual(ordersOf(anew));
    }),
    { numRuns: 500 },
  );
});
