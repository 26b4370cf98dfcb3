/** Minimum number of candidates in a comparison. */
export const COMPARE_MIN = 2;
/** Maximum number of candidates in a comparison. */
export const COMPARE_MAX = 4;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads candidate ids from the query string of a comparison; drops duplicate, invalid and excess ids. */
export const compareIdsIn = (search: string): string[] =>
  [...new Set((new URLSearchParams(search).get('ids') ?? '').split(',').filter((id) => ID.test(id)))].slice(
    0,
    COMPARE_MAX,
  );
