const MAX_VALUES = 30;

/** Ids and keys seen in responses. Requests use them to reach the code behind a lookup. */
export class SeenValues {
  readonly #values = new Map<string, string[]>();

  /** Returns the values of a field, preferably from responses of similar paths; if an id field has none, other ids. */
  valuesOf(path: string, name: string): readonly string[] {
    const names = [name, ...(/id$/i.test(name) ? ['id'] : [])].map(normalizeName);
    const keys = names.flatMap((each) => [`${areaOf(path)} ${each}`, each]);
    return keys.map((key) => this.#values.get(key)).find((values) => values !== undefined) ?? [];
  }

  add(path: string, name: string, value: string): void {
    for (const key of [normalizeName(name), `${areaOf(path)} ${normalizeName(name)}`]) {
      const values = this.#values.get(key) ?? [];
      if (values.includes(value)) continue;
      this.#values.set(key, [...values, value].slice(-MAX_VALUES));
    }
  }

  /** Adds every id and key of a response. */
  addAll(path: string, response: unknown): void {
    const pending: unknown[] = [response];
    for (
      let next = pending.pop(), visitedCount = 0;
      next !== undefined && visitedCount < 2_000;
      next = pending.pop(), visitedCount++
    ) {
      if (typeof next !== 'object' || next === null) continue;
      for (const [name, value] of Object.entries(next)) {
        if (typeof value === 'object') pending.push(value);
        else if (
          typeof value === 'string' &&
          /(^|_)(id|key|position|url|stream|type)$|(Id|Key|Url|Position)$/.test(name)
        ) {
          this.add(path, name, value);
          if (/(_id|Id)$/.test(name)) this.add(path, 'id', value);
        }
      }
    }
  }
}

/** Returns the collection that a path belongs to, e.g. `api/geo/notes`. */
const areaOf = (path: string): string => path.split('/').slice(1, 4).join('/');
const normalizeName = (name: string): string => name.replaceAll('_', '').toLowerCase();
