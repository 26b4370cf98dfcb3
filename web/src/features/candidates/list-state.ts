import { candidateListQuery, SORT_FIELDS } from '@landline/api/candidates/contract';
import { PROPERTY_TYPES, type PropertyType } from '@landline/event-schemas';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from 'nuqs';
import type { z } from 'zod';

const { shape } = candidateListQuery;

/** Reads a value of the address by the api's own schema; what the api refuses counts as absent. */
function by<T extends string | number>(schema: z.ZodType<T>) {
  return createParser<T>({
    parse: (text) =>
      text.trim() === '' || text.includes('\0') ? null : (schema.safeParse(text).data ?? null),
    serialize: String,
  });
}

const filters = {
  search: by(shape.search.unwrap()),
  apn: by(shape.apn.unwrap()),
  minScore: by(shape.minScore.unwrap()),
  minBaseScore: by(shape.minBaseScore.unwrap()),
  minOpenSpace: by(shape.minOpenSpace.unwrap()),
  minLotSize: by(shape.minLotSize.unwrap()),
  minUnits: by(shape.minUnits.unwrap()),
  minYearBuilt: by(shape.minYearBuilt.unwrap()),
  maxYearBuilt: by(shape.maxYearBuilt.unwrap()),
  classification: by(shape.classification.unwrap()),
  zoning: by(shape.zoning.unwrap()),
  environmentalGrade: by(shape.environmentalGrade.unwrap()),
  newOnly: by(shape.newOnly.unwrap()),
  bbox: by(shape.bbox.unwrap()),
  area: by(shape.area.unwrap()),
};
/** How the address is read; by the schemas of the api. */
export const listParsers = {
  ...filters,
  sortBy: by(shape.sortBy.unwrap()).withDefault('score'),
  sortOrder: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  page: parseAsInteger.withDefault(1),
};

/** What a list shows: its filters, order and page, all of it in the address. */
export type ListState = inferParserType<typeof listParsers>;
export type Filters = inferParserType<typeof filters>;
export type FilterName = keyof typeof filters;

export const FILTER_NAMES = Object.keys(filters) as FilterName[];
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as Record<
  FilterName,
  null
>;

/** Whether anything but the order and the page is chosen. */
export const isFiltered = (filters: Filters) => FILTER_NAMES.some((name) => filters[name] !== null);

/** The query string of a state; what is as it always is, is left out. */
export const searchOf = createSerializer(listParsers);

/** A sort that lists of this kind do not have counts as absent, like any other value that cannot be read. */
export function sortFor(type: PropertyType, sortBy: ListState['sortBy']): ListState['sortBy'] {
  return SORT_FIELDS[type].some((field) => field === sortBy) ? sortBy : 'score';
}

const load = createLoader(listParsers);

/**
 * What an address asks a list to show; undefined when it is sorted by what not every kind of list has, and the kind is not
 * known yet.
 */
export function stateIn(search: string, type: PropertyType | undefined): ListState | undefined {
  const state = load(search);
  if (type === undefined && PROPERTY_TYPES.some((each) => sortFor(each, state.sortBy) !== state.sortBy))
    return undefined;
  return shownState(state, type ?? 'adu');
}

/** With what this kind of list has. */
const shownState = (state: ListState, type: PropertyType): ListState => ({
  ...state,
  sortBy: sortFor(type, state.sortBy),
  page: Math.max(1, state.page),
});

/** Whether the map stands beside the list; in the address, like everything that a list shows. */
export const useMapShown = () =>
  useQueryState('map', parseAsBoolean.withDefault(false).withOptions({ history: 'replace', shallow: false }));

/** The list's state and the ways to change it. Any change but of the page leads back to page 1. */
export function useListState(type: PropertyType) {
  // Not shallow: the router has to know the address, to lead back to it and to the place on its page.
  const [state, set] = useQueryStates(listParsers, { history: 'push', scroll: false, shallow: false });
  return {
    state: shownState(state, type),
    filter: (changed: Partial<Filters>) => void set({ ...changed, page: 1 }),
    sort: (sortBy: ListState['sortBy'], sortOrder: ListState['sortOrder']) =>
      void set({ sortBy, sortOrder, page: 1 }),
    goTo: (page: number) => void set({ page }),
    /** Instead of a page that is not there: Back does not lead to it again. */
    correctPage: (page: number) => void set({ page }, { history: 'replace' }),
    clear: () => void set({ ...NO_FILTERS, page: 1 }),
  };
}
