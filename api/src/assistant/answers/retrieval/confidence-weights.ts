/** Written by `npm run fit:confidence`, which fits them to answerable and unanswerable questions on sites of different sizes. */
export const BY_MEANING = {
  words: 1.34,
  coverage: 1.56,
  known: 2.7,
  sentence: 3.07,
  brief: -1.46,
  margin: 0.75,
  size: 0.62,
  similarity: 7.04,
  intercept: -9.94,
};
export const BY_WORDS = {
  words: 3.04,
  coverage: 0.49,
  known: 3.04,
  sentence: -0.66,
  brief: -2.66,
  margin: 1.36,
  size: 0.39,
  intercept: -7.21,
  similarity: 0,
};
