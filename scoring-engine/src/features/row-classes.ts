/** A row with at least the class fields. */
type WithFields<Fields extends string> = Readonly<Partial<Record<Fields, unknown>>>;

/**
 * Deduplicates rows by fields with few distinct combinations: each combination is a class, identified by its index. A
 * model is resolved once per class instead of once per candidate.
 */
export class RowClasses<Row extends WithFields<Fields>, Fields extends string & keyof Row> {
  readonly #fields: readonly Fields[];
  readonly #indexes = new Map<string, number>();
  readonly #classes: Pick<Row, Fields>[] = [];

  constructor(fields: readonly Fields[]) {
    this.#fields = fields;
  }

  get size(): number {
    return this.#classes.length;
  }

  at(index: number): Pick<Row, Fields> | undefined {
    return this.#classes[index];
  }

  /** Yields the fields of every class in index order. */
  *[Symbol.iterator](): Iterator<Pick<Row, Fields>> {
    yield* this.#classes;
  }

  /** Returns the class of a row, adding it when new. */
  classOf(row: Pick<Row, Fields>): number {
    let key = '';
    for (const field of this.#fields) key += `${row[field] ?? '\u0001'}\u0000`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#classes.length;
      this.#indexes.set(key, index);
      // `fromEntries` loses the types of the keys.
      this.#classes.push(
        Object.fromEntries(this.#fields.map((field) => [field, row[field] ?? null])) as Pick<Row, Fields>,
      );
    }
    return index;
  }
}
