/** What makes one class: these fields, and nothing else, in each row. */
type Of<Fields extends string> = Readonly<Partial<Record<Fields, unknown>>>;

/**
 * Rows by the fields in which few of them differ: every distinct combination is a class, known by its index. A model
 * resolves each class once instead of each candidate.
 */
export class RowClasses<Row extends Of<Fields>, Fields extends string & keyof Row> {
  readonly #fields: readonly Fields[];
  readonly #indexes = new Map<string, number>();
  readonly #classes: Pick<Row, Fields>[] = [];

  constructor(fields: readonly Fields[]) {
    this.#fields = fields;
  }

  get size(): number {
    return this.#classes.length;
  }

  /** The fields of a class. */
  at(index: number): Pick<Row, Fields> | undefined {
    return this.#classes[index];
  }

  /** The fields of every class, by its index. */
  *[Symbol.iterator](): Iterator<Pick<Row, Fields>> {
    yield* this.#classes;
  }

  /** The class of a row. */
  classOf(row: Pick<Row, Fields>): number {
    let key = '';
    for (const field of this.#fields) key += `${row[field] ?? '\u0001'}\u0000`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#classes.length;
      this.#indexes.set(key, index);
      // Object.fromEntries forgets which keys it was given.
      this.#classes.push(
        Object.fromEntries(this.#fields.map((field) => [field, row[field] ?? null])) as Pick<Row, Fields>,
      );
    }
    return index;
  }
}
