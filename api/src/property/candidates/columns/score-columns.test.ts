import { createHash } from 'node:crypto';
import { sharedScores } from '@landline/scoring-engine/kernel/scores';
import { digestOf, PIECE_BYTES, packScores, unpackPiece } from '@landline/scoring-engine/packed-scores';
import { idOrder } from '@landline/scoring-engine/service/id-order';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScoreSort } from '../filters.ts';
import { RowIds } from './row-ids.ts';
import { ScoreColumns } from './score-columns.ts';
import { sortedByBytes } from './sorting.ts';

const SORTS: readonly ScoreSort[] = ['score', 'property_score', 'score_na'];
const SIZE = 12;
/** Few distinct values, so that many are equal; includes N/A (-1) and not listed (-2). */
const tenths = fc.array(fc.integer({ min: -2, max: 4 }), { minLength: SIZE, maxLength: SIZE });
const maybeTenths = fc.option(fc.integer({ min: 0, max: 4 }));
const corrections = fc.array(fc.tuple(fc.nat(SIZE - 1), maybeTenths, maybeTenths), { maxLength: 20 });
const ids = fc.uniqueArray(fc.uuid(), { minLength: SIZE, maxLength: SIZE });

function rowsOf(uuids: readonly string[]) {
  const bytes = Uint8Array.from(Buffer.from(uuids.join('').replaceAll('-', ''), 'hex'));
  const rows = Uint32Array.from({ length: SIZE }, (_, row) => row);
  const strings = { bytes, startOf: (row: number) => row * 16, lengthOf: () => 16 };
  const order = sortedByBytes(rows, SIZE, strings);
  return { ids: new RowIds(bytes), size: SIZE, idOrder: order, idsDigest: digestOf(bytes, order) };
}

const ordersOf = (columns: ScoreColumns) =>
  SORTS.flatMap((sort) => [columns.orderBy(sort, 'asc'), columns.orderBy(sort, 'desc')]);

test('sorts corrected, copied and reused columns like freshly loaded ones', async () => {
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
      expect(before).toEqual(ordersOf(original)); // the copy did not change the original

      columns.correct(stored);
      const fresh = new ScoreColumns(rows, true);
      fresh.scoreTenths.set(columns.scoreTenths);
      fresh.propertyScoreTenths.set(columns.propertyScoreTenths);
      expect(ordersOf(columns)).toEqual(ordersOf(fresh));
      expect(ofCopy).toEqual(ordersOf(fresh));

      const ahead = new ScoreColumns(rows, true, copy); // reuses the memory of the copy
      ahead.scoreTenths.set(columns.scoreTenths);
      ahead.propertyScoreTenths.set(columns.propertyScoreTenths);
      await ahead.sortLike(columns, async () => undefined);
      expect(ordersOf(ahead)).toEqual(ordersOf(fresh));
    }),
    { numRuns: 200 },
  );
});

test('places packed scores at the rows of their candidates, in any row order', () => {
  const size = 70_000;
  const idBytes = new Uint8Array(size * 16);
  for (let index = 0; index < size; index++)
    idBytes.set(createHash('md5').update(String(index)).digest(), index * 16);
  const written = sharedScores(size);
  const grades = new Uint8Array(size).map((_, index) => index % 8);
  for (let index = 0; index < size; index++) {
    written.scoreTenths[index] = (index % 1_002) - 1;
    written.propertyScoreTenths[index] = (index % 777) - 1;
    written.naReason[index] = index % 7;
  }
  const rowsById = (bytes: Uint8Array) => {
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    return sortedByBytes(rows, size, { bytes, startOf: (row) => row * 16, lengthOf: () => 16 });
  };
  expect(rowsById(idBytes)).toEqual(idOrder(idBytes)); // same order as in the scoring engine
  const packed = packScores({ ids: idBytes, scores: written, grades, order: rowsById(idBytes) });

  const reversedIds = new Uint8Array(size * 16);
  for (let row = 0; row < size; row++)
    reversedIds.set(idBytes.subarray((size - 1 - row) * 16, (size - row) * 16), row * 16);
  const reversedOrder = rowsById(reversedIds);
  const idsDigest = digestOf(reversedIds, reversedOrder);
  expect(idsDigest).toEqual(digestOf(idBytes, rowsById(idBytes)));
  const columns = new ScoreColumns(
    { ids: new RowIds(reversedIds), size, idOrder: reversedOrder, idsDigest },
    true,
  );
  const scratch = new Uint8Array(PIECE_BYTES);
  for (let number = 0; number * PIECE_BYTES < packed.length; number++) {
    const piece = packed.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES);
    columns.place(unpackPiece(piece, scratch), number);
  }
  expect(columns.scoreTenths).toEqual(Int16Array.from(written.scoreTenths.toReversed()));
  expect(columns.propertyScoreTenths).toEqual(Int16Array.from(written.propertyScoreTenths.toReversed()));
  expect(columns.naReason).toEqual(Uint8Array.from(written.naReason.toReversed()));
  expect(columns.grades.rows).toEqual(grades.toReversed().map((code) => Math.max(0, code - 1)));
});
