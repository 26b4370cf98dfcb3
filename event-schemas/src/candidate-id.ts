/**
 * Returns the first 32 bits of a candidate's id as a signed integer, which narrows a search to the few events that
 * may mention it.
 */
export const idPrefix = (id: string): number => Number.parseInt(id.slice(0, 8), 16) | 0;
