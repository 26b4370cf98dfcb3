import { ENVIRONMENTAL_GRADES, type EnvironmentalGrade } from '@landline/event-schemas/vocabulary';
import { NA_REASONS } from '@landline/scoring-engine/na';
import type { Piece } from '@landline/scoring-engine/packed-scores';
import { PIECE_ROWS } from '@landline/scoring-engine/packed-scores';
import type { BinaryRow } from './binary-rows.ts';
import type { FeatureColumns } from './feature-columns.ts';
import { type Orders, orderByAbsence, orderByTenths, stepsByTenths, takeToItsPlace } from './sorting.ts';

/** In a column of scores: the candidate is not in the set. */
const NOT_LISTED = -2;
const NOT_AVAILABLE = -1;

const GRADES: readonly (EnvironmentalGrade | null)[] = [null, ...ENVIRONMENTAL_GRADES];
const BEFORE_A = 'A'.charCodeAt(0) - 1;
/** Of more rows than this, sorting all of them takes less than moving each. */
const MOST_MOVES = 16;

export type ScoreSort = 'score' | 'property_score' | 'score_na';

/** Rows in one direction of a sort. */
interface Order {
  readonly sort: ScoreSort;
  readonly direction: keyof Orders;
  readonly rows: Uint32Array;
}

const keyOf = ({ sort, direction }: Omit<Order, 'rows'>) => `${sort} ${direction}`;

/** The columns of a set that are read, in this order. */
export const SCORES = [
  'candidate_id',
  'score_tenths',
  'property_score_tenths',
  'na_reason',
  'environmental_grade',
] as const;

/** A candidate's score as it is stored. */
export interface StoredScore {
  readonly id: string;
  readonly score_tenths: number | null;
  readonly property_score_tenths: number | null;
  readonly na_reason: string | null;
}

/** What the scores have to know of the rows that they belong to. */
type Rows = Pick<FeatureColumns, 'ids' | 'size' | 'idOrder' | 'idsDigest'>;

/** The scores of a set, by the rows of a dataset's features. */
export class ScoreColumns {
  readonly scoreTenths: Int16Array;
  readonly propertyScoreTenths: Int16Array;
  readonly naReason: Uint8Array;
  readonly reasons: (string | null)[] = [null, ...NA_REASONS.slice(1)];
  /** ios: environmental grades; the first is none. */
  readonly grades: { readonly rows: Uint8Array; readonly texts: readonly (EnvironmentalGrade | null)[] };
  readonly #features: Rows;
  /** By sort and direction: those that were asked for. */
  readonly #orders = new Map<string, Order>();
  /** Memory for orders, until these have been made. */
  #spareOrders: ReadonlyMap<string, Order> = new Map();
  #areAllListed: boolean | undefined;

  /** Of no set at all, everybody is listed without a score. `spent` are columns of the same rows that nobody reads any more. */
  constructor(features: Rows, isScored: boolean, spent?: ScoreColumns) {
    this.#features = features;
    const { size } = features;
    this.scoreTenths = (spent?.scoreTenths ?? new Int16Array(size)).fill(
      isScored ? NOT_LISTED : NOT_AVAILABLE,
    );
    this.propertyScoreTenths = (spent?.propertyScoreTenths ?? new Int16Array(size)).fill(NOT_AVAILABLE);
    this.naReason = spent?.naReason.fill(0) ?? new Uint8Array(size);
    this.grades = { rows: spent?.grades.rows.fill(0) ?? new Uint8Array(size), texts: GRADES };
    if (spent) this.#spareOrders = spent.#orders;
  }

  /** Takes a row of `SCORES`. A candidate that is not known yet is left out. */
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

  /** Takes one of the pieces of a set that was packed for these very candidates. */
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

  /** Puts some scores right, in the orders too. */
  correct(corrections: readonly StoredScore[]): void {
    if (corrections.length > MOST_MOVES) this.#orders.clear();
    for (const { id, score_tenths, property_score_tenths, na_reason } of corrections) {
      const row = this.#features.ids.rowOfText(id);
      if (row < 0 || this.scoreTenths[row] === NOT_LISTED) continue;
      this.scoreTenths[row] = score_tenths ?? NOT_AVAILABLE;
      this.propertyScoreTenths[row] = property_score_tenths ?? NOT_AVAILABLE;
      this.naReason[row] = na_reason === null ? 0 : this.#reason(na_reason);
      for (const order of this.#orders.values())
        takeToItsPlace(order.rows, row, (a, b) => this.#compare(order, a, b));
    }
  }

  /** A copy in which some of its candidates have other scores. */
  with(scores: readonly StoredScore[]): ScoreColumns {
    const copy = new ScoreColumns(this.#features, true);
    copy.scoreTenths.set(this.scoreTenths);
    copy.propertyScoreTenths.set(this.propertyScoreTenths);
    copy.naReason.set(this.naReason);
    copy.grades.rows.set(this.grades.rows);
    copy.reasons.push(...this.reasons.slice(copy.reasons.length));
    if (scores.length <= MOST_MOVES) {
      for (const [key, order] of this.#orders) copy.#orders.set(key, { ...order, rows: order.rows.slice() });
    }
    copy.correct(scores);
    return copy;
  }

  /** What others are sorted by has been asked for, and will be asked of these: in steps, between which others have their turn. */
  async sortLike(others: ScoreColumns, turn: () => Promise<unknown>): Promise<void> {
    for (const [key, { sort, direction }] of others.#orders) {
      if (sort === 'score_na') continue; // of one step
      const { idOrder } = this.#features;
      const spare = this.#spareOrders.get(key)?.rows;
      const steps = stepsByTenths(this.#valuesOf(sort), idOrder, direction, spare);
      let step = steps.next();
      while (!step.done) {
        await turn();
        step = steps.next();
      }
      this.#orders.set(key, { sort, direction, rows: step.value });
    }
    this.#spareOrders = new Map();
  }

  /** The rows in their order; what is missing is last, and equal rows keep the order of their ids. */
  orderBy(sort: ScoreSort, direction: keyof Orders): Uint32Array {
    const key = keyOf({ sort, direction });
    let order = this.#orders.get(key);
    if (order === undefined) {
      const sorted = sort === 'score_na' ? orderByAbsence : orderByTenths;
      const rows = sorted(this.#valuesOf(sort), this.#features.idOrder, direction);
      order = { sort, direction, rows };
      this.#orders.set(key, order);
    }
    return order.rows;
  }

  /** Asked once all scores have been put: corrections list nobody and take nobody off. */
  get areAllListed(): boolean {
    this.#areAllListed ??= !this.scoreTenths.includes(NOT_LISTED);
    return this.#areAllListed;
  }

  /** 1 for each row that is listed. */
  listed(): Uint8Array {
    const { scoreTenths } = this;
    const mask = new Uint8Array(scoreTenths.length);
    for (let row = 0; row < mask.length; row++) mask[row] = scoreTenths[row] === NOT_LISTED ? 0 : 1;
    return mask;
  }

  get byteLength(): number {
    return this.scoreTenths.length * (2 + 2 + 1 + 1 + 6 * 4);
  }

  #valuesOf(sort: ScoreSort): Int16Array {
    return sort === 'property_score' ? this.propertyScoreTenths : this.scoreTenths;
  }

  /** Which of two rows is before the other, as the orders have it: below zero the first. */
  #compare({ sort, direction }: Order, a: number, b: number): number {
    const sign = direction === 'asc' ? 1 : -1;
    const values = this.#valuesOf(sort);
    const [valueA, valueB] = [values[a] as number, values[b] as number];
    const absence = Number(valueA < 0) - Number(valueB < 0);
    const isByAbsence = sort === 'score_na';
    if (absence !== 0) return isByAbsence ? sign * absence : absence;
    const difference = isByAbsence || valueA < 0 ? 0 : sign * (valueA - valueB);
    return difference === 0 ? this.#features.ids.compare(a, b) : difference;
  }

  #reason(text: string): number {
    const known = this.reasons.indexOf(text);
    return known < 0 ? this.reasons.push(text) - 1 : known;
  }
}
