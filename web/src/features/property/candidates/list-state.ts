import { candidateListQuery, SORT_FIELDS } from '@landline/api/property/candidates/contract';
import { PROPERTY_TYPES, type PropertyType } from '@landline/event-schemas';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsBoolean,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from 'nuqs';
import type { z } from 'zod';
import { parseAsPage } from '../../../shared/page-parameter.ts';

const { shape } = candidateListQuery;

/** Parses a URL parameter with the API's schema; values that the API would reject count as missing. */
function parseAsSchema<T extends string | number>(schema: z.ZodType<T>) {
  return createParser<T>({
    parse: (text) =>
      text.trim() === '' || text.includes('\0') ? null : (schema.safeParse(text).data ?? null),
    serialize: String,
  });
}

const filters = {
  search: parseAsSchema(shape.search.unwrap()),
  apn: parseAsSchema(shape.apn.unwrap()),
  minScore: parseAsSchema(shape.minScore.unwrap()),
  minBaseScore: parseAsSchema(shape.minBaseScore.unwrap()),
  minOpenSpace: parseAsSchema(shape.minOpenSpace.unwrap()),
  minLotSize: parseAsSchema(shape.minLotSize.unwrap()),
  minUnits: parseAsSchema(shape.minUnits.unwrap()),
  minYearBuilt: parseAsSchema(shape.minYearBuilt.unwrap()),
  maxYearBuilt: parseAsSchema(shape.maxYearBuilt.unwrap()),
  classification: parseAsSchema(shape.classification.unwrap()),
  zoning: parseAsSchema(shape.zoning.unwrap()),
  environmentalGrade: parseAsSchema(shape.environmentalGrade.unwrap()),
  newOnly: parseAsSchema(shape.newOnly.unwrap()),
  bbox: parseAsSchema(shape.bbox.unwrap()),
  area: parseAsSchema(shape.area.unwrap()),
};
/** Parsers of a list's URL parameters. */
export const listParsers = {
  ...filters,
  sortBy: parseAsSchema(shape.sortBy.unwrap()).withDefault('score'),
  sortOrder: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  page: parseAsPage,
};

/** Filters, sort order and page of a list, all stored in the URL. */
export type ListState = inferParserType<typeof listParsers>;
export type Filters = inferParserType<typeof filters>;
export type FilterName = keyof typeof filters;

export const FILTER_NAMES = Object.keys(filters) as FilterName[];
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as Record<
  FilterName,
  null
>;

/** Returns the filters of a list state. */
export const filtersOf = (state: Filters) =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]])) as Filters; // a value for each name

/** Returns whether any filter is on. */
export const isFiltered = (filters: Filters) => FILTER_NAMES.some((name) => filters[name] !== null);

/** The query string of a state, without default values. */
export const searchOf = createSerializer(listParsers);

/** Falls back to the score if the property type does not have the sort field. */
export function sortFor(type: PropertyType, sortBy: ListState['sortBy']): ListState['sortBy'] {
  return SORT_FIELDS[type].some((field) => field === sortBy) ? sortBy : 'score';
}

const load = createLoader(listParsers);

/**
 * Reads the list state from a query string. Returns undefined if the property type is not known yet and the sort
 * field does not exist for every type.
 */
export function stateIn(search: string, type: PropertyType | undefined): ListState | undefined {
  const state = load(search);
  if (type === undefined && PROPERTY_TYPES.some((each) => sortFor(each, state.sortBy) !== state.sortBy))
    return undefined;
  return validState(state, type ?? 'adu');
}

const validState = (state: ListState, type: PropertyType): ListState => ({
  ...state,
  sortBy: sortFor(type, state.sortBy),
});

/** Returns whether the map is shown beside the list, and a setter; stored in the URL. */
export const useMapShown = () =>
  useQueryState('map', parseAsBoolean.withDefault(false).withOptions({ history: 'replace', shallow: false }));

/** Returns the list's state and its setters. Every change other than a page change returns to page 1. */
export function useListState(type: PropertyType) {
  // Not shallow: the router must see the URL change to restore it, and the scroll position, on Back.
  const [state, set] = useQueryStates(listParsers, { history: 'push', scroll: false, shallow: false });
  return {
    state: validState(state, type),
    filter: (changed: Partial<Filters>) => void set({ ...changed, page: 1 }),
    sort: (sortBy: ListState['sortBy'], sortOrder: ListState['sortOrder']) =>
      void set({ sortBy, sortOrder, page: 1 }),
    goTo: (page: number) => void set({ page }),
    /** Replaces the history entry of a page that does not exist, so that Back skips it. */
    correctPage: (page: number) => void set({ page }, { history: 'replace' }),
    clear: () => void set({ ...NO_FILTERS, page: 1 }),
  };
}
