/** Side by side stand two to four. */
export const COMPARED_MIN = 2;
export const COMPARED_MAX = 4;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which candidates an address names, each once; what is no id is left out, and what is too many. */
export const comparedIn = (search: string): string[] =>
  [...new Set((new URLSearchParams(search).get('ids') ?? '').split(',').filter((id) => ID.test(id)))].slice(
    0,
    COMPARED_MAX,
  );
