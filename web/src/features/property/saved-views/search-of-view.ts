import type { SavedView } from '@landline/api/property/saved-views/contract';

/** Returns the query string of a view: its filters and its name. The name alone also opens the view. */
export const searchOfView = ({ query, slug }: SavedView) =>
  `?${query}${query && '&'}view=${encodeURIComponent(slug)}`;
