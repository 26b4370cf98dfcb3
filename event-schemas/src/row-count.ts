/** Returns the number of rows or facilities in an event's data, or 1; batches are limited by it, because chunks are large. */
export function rowCountOf(data: unknown): number {
  const { rows, facilities } = (data ?? {}) as { rows?: unknown; facilities?: unknown };
  const list = rows ?? facilities;
  return Array.isArray(list) ? Math.max(1, list.length) : 1;
}
