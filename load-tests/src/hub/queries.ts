import type { Random } from '../random.ts';

const SORTS = ['score', 'parcel_area', 'open_area', 'address'];
const PAGE_SIZE = 50;

/** Values for each filter; some keep nearly all rows, others almost none. */
const FILTERS: Readonly<Record<string, readonly (string | number)[]>> = {
  minScore: [1, 20, 40, 55, 70],
  minOpenSpace: [5, 50, 90],
  minLotSize: [0.1, 5, 25, 39],
  minUnits: [2, 10, 30],
  minYearBuilt: [1900, 1960, 2020],
  maxYearBuilt: [1900, 1960, 2020],
  zoning: ['R-1', 'M-1,C-2', 'nowhere'],
  classification: ['good'],
  search: ['main', 'st', '12', '77 elm', '9999 Nowhere Ln', 'dartmouth college'],
  apn: ['1', '17-3', '199-19', '42-000'],
  bbox: ['-72.3,43.6,-72.25,43.65', '-72.25,43.65,-72.249,43.651'],
  area: ['-72.3,43.6,-72.2,43.6,-72.25,43.7', '-72.29,43.61,-72.21,43.62,-72.2,43.69,-72.28,43.68'],
};

/** Returns a random list query: up to three filters, any sort order, and the first page half of the time. */
export function queryOf(random: Random, datasetKey: string, size: number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const query = new URLSearchParams({ datasetKey, sortBy: pick(SORTS), sortOrder: pick(['asc', 'desc']) });
  const filterCount = Math.floor(random() * 4);
  for (let n = 0; n < filterCount; n++) {
    const name = pick(Object.keys(FILTERS));
    query.set(name, String(pick(FILTERS[name] ?? [])));
  }
  const pages = Math.ceil(size / PAGE_SIZE);
  query.set('page', String(random() < 0.5 ? 1 : 1 + Math.floor(random() * pages)));
  return String(query);
}
