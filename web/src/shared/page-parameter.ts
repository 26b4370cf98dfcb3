import { createParser, parseAsInteger } from 'nuqs';

/** Parser of a page number in the URL; 1 if it is missing or below 1. */
export const parseAsPage = createParser({
  parse: (text) => {
    const page = parseAsInteger.parse(text);
    return page === null || page < 1 ? null : page;
  },
  serialize: String,
}).withDefault(1);
