import { ENVIRONMENTAL_GRADES, type EnvironmentalGrade } from '@landline/event-schemas/vocabulary';
import type { BinaryRow } from './binary-rows.ts';
import type { FeatureColumns } from './feature-columns.ts';
import { type Orders, ordersByAbsence, ordersByTenths, stepsByTenths, takeToItsPlace } from './sorting.ts';

/** In a column of scores: the candidate is not in the set. */
const NOT_LISTED = -2;
const NOT_AVAILABLE = -1;

const GRADES: readonly (EnvironmentalGrade | null)[] = [null, ...ENVIRONMENTAL_GRADES];
const BEFORE_A = 'A'.charCodeAt(0) - 1;
/** Of more rows than this, sorting all of them takes less than moving each. */
const MOST_MOVES = 16;

export type ScoreSort = 'score' | 'property_score' | 'score_na';

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
type Rows = Pick<FeatureColumns, 'ids' | 'size' | 'idOrder'>;

/** The scores of a set, by the rows of a dataset's features. */
export class ScoreColumns {
  readonly scoreTenths: Int16Array;
  readonly propertyScoreTenths: Int16Array;
  readonly naReason: Uint8Array;
  readonly reasons: (string | null)[] = [null];
  /** ios: environmental grades; the first is none. */
  readonly grades: { readonly rows: Uint8Array; readonly texts: readonly (EnvironmentalGrade | null)[] };
  readonly #features: Rows;
  readonly #orders = new Map<ScoreSort, Orders>();

  /** Of no set at all, everybody is listed without a score. */
  constructor(features: Rows, isScored: boolean) {
    this.#features = features;
    this.scoreTenths = new Int16Array(features.size).fill(isScored ? NOT_LISTED : NOT_AVAILABLE);
    this.propertyScoreTenths = new Int16Array(features.size).fill(NOT_AVAILABLE);
    this.naReason = new Uint8Array(features.size);
    this.grades = { rows: new Uint8Array(features.size), texts: GRADES };
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

  /** Puts some scores right, in the orders too. */
  correct(corrections: readonly StoredScore[]): void {
    if (corrections.length > MOST_MOVES) this.#orders.clear();
    for (const { id, score_tenths, property_score_tenths, na_reason } of corrections) {
      const row = this.#features.ids.rowOfText(id);
      if (row < 0 || this.scoreTenths[row] === NOT_LISTED) continue;
      this.scoreTenths[row] = score_tenths ?? NOT_AVAILABLE;
      this.propertyScoreTenths[row] = property_score_tenths ?? NOT_AVAILABLE;
      this.naReason[row] = na_reason === null ? 0 : this.#reason(na_reason);
      for (const [sort, { asc, desc }] of this.#orders) {
        takeToItsPlace(asc, row, (a, b) => this.#compare(sort, 1, a, b));
        takeToItsPlace(desc, row, (a, b) => this.#compare(sort, -1, a, b));
      }
    }
  }

  /** A copy in which some of its candidates have other scores. */
  with(scores: readonly StoredScore[]): ScoreColumns {
    const copy = new ScoreColumns(this.#features, true);
    copy.scoreTenths.set(this.scoreTenths);
    copy.propertyScoreTenths.set(this.propertyScoreTenths);
    copy.naReason.set(this.naReason);
    copy.grades.rows.set(this.grades.rows);
    copy.reasons.push(...this.reasons.slice(1));
    if (scores.length <= MOST_MOVES) {
      for (const [sort, { asc, desc }] of this.#orders)
        copy.#orders.set(sort, { asc: asc.slice(), desc: desc.slice() });
    }
    copy.correct(scores);
    return copy;
  }

  /** What others are sorted by has been asked for, and will be asked of these: in steps, between which others have their turn. */
  async sortLike(others: ScoreColumns, turn: () => Promise<unknown>): Promise<void> {
    for (const sort of others.#orders.keys()) {
      if (sort === 'score_na') continue; // of one step
      const steps = stepsByTenths(this.#valuesOf(sort), this.#features.idOrder);
      let step = steps.next();
      while (!step.done) {
        await turn();
        step = steps.next();
      }
      this.#orders.set(sort, step.value);
    }
  }

  ordersBy(sort: ScoreSort): Orders {
    let orders = this.#orders.get(sort);
    if (orders === undefined) {
      const { idOrder } = this.#features;
      const values = this.#valuesOf(sort);
      orders = sort === 'score_na' ? ordersByAbsence(values, idOrder) : ordersByTenths(values, idOrder);
      this.#orders.set(sort, orders);
    }
    return orders;
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
  #compare(sort: ScoreSort, sign: 1 | -1, a: number, b: number): number {
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
