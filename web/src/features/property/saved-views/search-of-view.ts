import type { SavedView } from '@landline/api/property/saved-views/contract';

/** Returns the query string of a view: its filters, its name and the map. The name alone also opens the view. */
export const searchOfView = ({ query, slug }: SavedView, isMapShown: boolean) =>
  `?${query}${query && '&'}view=${encodeURIComponent(slug)}${isMapShown ? '&map=true' : ''}`;
