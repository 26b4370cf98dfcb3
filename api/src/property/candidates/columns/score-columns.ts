import { ENVIRONMENTAL_GRADES, type EnvironmentalGrade } from '@landline/event-schemas/vocabulary';
import { NOT_AVAILABLE } from '@landline/scoring-engine/kernel/scores';
import { NA_REASONS } from '@landline/scoring-engine/na-reasons';
import { PIECE_ROWS, type Piece } from '@landline/scoring-engine/packed-scores';
import type { StoredScore } from '../dataset-snapshot.ts';
import { type ScoreSort, SORTS } from '../filters.ts';
import type { BinaryRow } from './binary-copy-reader.ts';
import type { FeatureColumns } from './feature-columns.ts';
import { moveRow, type Orders, orderByAbsence, orderByTenths, stepsByTenths } from './sorting.ts';

/** Marks candidates that are not in the score set. */
const NOT_LISTED = -2;

const GRADES: readonly (EnvironmentalGrade | null)[] = [null, ...ENVIRONMENTAL_GRADES];
const BEFORE_A = 'A'.charCodeAt(0) - 1;
/** Beyond this many rows, sorting again is faster than moving each row. */
const MAX_MOVES = 16;

/** Rows in sort order. */
interface Order {
  readonly sort: ScoreSort;
  readonly direction: keyof Orders;
  readonly rows: Uint32Array;
}

const keyOf = ({ sort, direction }: Omit<Order, 'rows'>) => `${sort} ${direction}`;

/** Columns of `scoring.score` in load order. */
export const SCORES = [
  'candidate_id',
  'score_tenths',
  'property_score_tenths',
  'na_reason',
  'environmental_grade',
] as const;

type RowIndex = Pick<FeatureColumns, 'ids' | 'size' | 'idOrder' | 'idsDigest'>;

/** The scores of a score set, in the row order of the dataset's feature columns. */
export class ScoreColumns {
  readonly scoreTenths: Int16Array;
  readonly propertyScoreTenths: Int16Array;
  readonly naReason: Uint8Array;
  readonly reasons: (string | null)[] = [null, ...NA_REASONS.slice(1)];
  /** ios: environmental grades; the first text is null. */
  readonly grades: { readonly rows: Uint8Array; readonly texts: readonly (EnvironmentalGrade | null)[] };
  readonly #features: RowIndex;
  /** Orders that lists have used, by sort and direction. */
  readonly #orders = new Map<string, Order>();
  /** Orders of replaced columns, whose memory the next orders reuse. */
  #spareOrders: ReadonlyMap<string, Order> = new Map();
  #areAllListed: boolean | undefined;

  /**
   * Lists all candidates without a score when the dataset has no score set yet. Overwrites
   * the memory of `reusable`, which are columns of the same rows, instead of allocating new memory.
   */
  constructor(features: RowIndex, isScored: boolean, reusable?: ScoreColumns) {
    this.#features = features;
    const { size } = features;
    this.scoreTenths = (reusable?.scoreTenths ?? new Int16Array(size)).fill(
      isScored ? NOT_LISTED : NOT_AVAILABLE,
    );
    this.propertyScoreTenths = (reusable?.propertyScoreTenths ?? new Int16Array(size)).fill(NOT_AVAILABLE);
    this.naReason = reusable?.naReason.fill(0) ?? new Uint8Array(size);
    this.grades = { rows: reusable?.grades.rows.fill(0) ?? new Uint8Array(size), texts: GRADES };
    if (reusable) this.#spareOrders = reusable.#orders;
  }

  /** Stores a row of `SCORES`; ignores unknown candidates. */
  put({ bytes, view, starts, lengths }: BinaryRow): void {
    const row = this.#features.ids.rowOf(view, starts[0] as number);
    if (row < 0) return;
    const tenths = (field: number) =>
      lengths[field] === 2 ? view.getInt16(starts[field] as number) : NOT_AVAILABLE;
    this.scoreTenths[row] = tenths(1);
    this.propertyScoreTenths[row] = tenths(2);
    const length = lengths[3] as number;
    const start = starts[3] as number;
    this.naReason[row] = length < 0 ? 0 : this.#reason(bytes.toString('utf8', start, start + length));
    this.grades.rows[row] = lengths[4] === 1 ? (bytes[starts[4] as number] as number) - BEFORE_A : 0;
  }

  /** Stores a piece of a score set that was packed for exactly these candidates. */
  place(piece: Piece, number: number): void {
    const rows = this.#features.idOrder.subarray(number * PIECE_ROWS, (number + 1) * PIECE_ROWS);
    for (let n = 0; n < rows.length; n++) {
      const row = rows[n] as number;
      this.scoreTenths[row] = piece.scoreTenths[n] as number;
      this.propertyScoreTenths[row] = piece.propertyScoreTenths[n] as number;
      this.naReason[row] = piece.naReason[n] as number;
      this.grades.rows[row] = piece.grades[n] as number;
    }
  }

  get idsDigest(): Buffer {
    return this.#features.idsDigest;
  }

  /** Replaces some scores and moves their rows in the orders. */
  correct(corrections: readonly StoredScore[]): void {
    if (corrections.length > MAX_MOVES) this.#orders.clear();
    for (const { id, score_tenths, property_score_tenths, na_reason } of corrections) {
      const row = this.#features.ids.rowOfText(id);
      if (row < 0 || this.scoreTenths[row] === NOT_LISTED) continue;
      this.scoreTenths[row] = score_tenths ?? NOT_AVAILABLE;
      this.propertyScoreTenths[row] = property_score_tenths ?? NOT_AVAILABLE;
      this.naReason[row] = na_reason === null ? 0 : this.#reason(na_reason);
      for (const order of this.#orders.values())
        moveRow(order.rows, row, (a, b) => this.#compare(order, a, b));
    }
  }

  /** Returns a copy with some scores replaced. */
  with(scores: readonly StoredScore[]): ScoreColumns {
    const copy = new ScoreColumns(this.#features, true);
    copy.scoreTenths.set(this.scoreTenths);
    copy.propertyScoreTenths.set(this.propertyScoreTenths);
    copy.naReason.set(this.naReason);
    copy.grades.rows.set(this.grades.rows);
    copy.reasons.push(...this.reasons.slice(copy.reasons.length));
    if (scores.length <= MAX_MOVES) {
      for (const [key, order] of this.#orders) copy.#orders.set(key, { ...order, rows: order.rows.slice() });
    }
    copy.correct(scores);
    return copy;
  }

  /** Creates the orders that `predecessor` has, because lists will use them next; awaits `nextTurn` between steps. */
  async sortLike(predecessor: ScoreColumns, nextTurn: () => Promise<unknown>): Promise<void> {
    for (const [key, { sort, direction }] of predecessor.#orders) {
      if (sort === 'score_na') continue; // takes only one step
      const { idOrder } = this.#features;
      const spare = this.#spareOrders.get(key)?.rows;
      const steps = stepsByTenths(this.tenthsOf(SORTS[sort].column), idOrder, direction, spare);
      let step = steps.next();
      while (!step.done) {
        await nextTurn();
        step = steps.next();
      }
      this.#orders.set(key, { sort, direction, rows: step.value });
    }
    this.#spareOrders = new Map();
  }

  /** Returns the rows in sort order: missing values last, equal rows by candidate id. */
  orderBy(sort: ScoreSort, direction: keyof Orders): Uint32Array {
    const key = keyOf({ sort, direction });
    let order = this.#orders.get(key);
    if (order === undefined) {
      const sorted = sort === 'score_na' ? orderByAbsence : orderByTenths;
      const rows = sorted(this.tenthsOf(SORTS[sort].column), this.#features.idOrder, direction);
      order = { sort, direction, rows };
      this.#orders.set(key, order);
    }
    return order.rows;
  }

  /**
   * Returns whether the set lists every candidate. Valid once all scores are stored: corrections never add or remove
   * any.
   */
  get areAllListed(): boolean {
    this.#areAllListed ??= !this.scoreTenths.includes(NOT_LISTED);
    return this.#areAllListed;
  }

  /** Returns 1 for each listed row and 0 for the others. */
  listed(): Uint8Array {
    const { scoreTenths } = this;
    const mask = new Uint8Array(scoreTenths.length);
    for (let row = 0; row < mask.length; row++) mask[row] = scoreTenths[row] === NOT_LISTED ? 0 : 1;
    return mask;
  }

  get byteLength(): number {
    return this.scoreTenths.length * (2 + 2 + 1 + 1 + 6 * 4);
  }

  tenthsOf(column: 'score_tenths' | 'property_score_tenths'): Int16Array {
    return column === 'score_tenths' ? this.scoreTenths : this.propertyScoreTenths;
  }

  /** Compares two rows as the orders do. */
  #compare({ sort, direction }: Order, a: number, b: number): number {
    const sign = direction === 'asc' ? 1 : -1;
    const values = this.tenthsOf(SORTS[sort].column);
    const [valueA, valueB] = [values[a] as number, values[b] as number];
    const absence = Number(valueA < 0) - Number(valueB < 0);
    const isByAbsence = sort === 'score_na';
    if (absence !== 0) return isByAbsence ? sign * absence : absence;
    const difference = isByAbsence || valueA < 0 ? 0 : sign * (valueA - valueB);
    return difference === 0 ? this.#features.ids.compare(a, b) : difference;
  }

  #reason(text: string): number {
    const index = this.reasons.indexOf(text);
    return index < 0 ? this.reasons.push(text) - 1 : index;
  }
}
