/** Returns the weight of an event in a batch: the number of its rows or facilities, at least 1. */
export function rowCountOf(data: unknown): number {
  const { rows, facilities } = (data ?? {}) as { rows?: unknown; facilities?: unknown };
  const list = rows ?? facilities;
  return Array.isArray(list) ? Math.max(1, list.length) : 1;
}
