/** Fitted to answerable and unanswerable questions on sites of 1 to 24 articles. */
export const BY_MEANING = {
  words: 1.45,
  coverage: 3.57,
  known: 2.22,
  margin: 1.11,
  size: 0.82,
  similarity: 13.07,
  intercept: -12.85,
};
export const BY_WORDS = {
  words: 3.81,
  coverage: 0.59,
  known: 3.06,
  margin: 0.37,
  size: -0.01,
  similarity: 0,
  intercept: -6.83,
};
