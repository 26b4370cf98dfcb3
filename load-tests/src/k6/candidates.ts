import { check } from 'k6';
import exec from 'k6/execution';
import { bearer, get, options as optionsOf, perSecond, signIn } from './shared.ts';

/** Candidate lists with random filters, orders and pages. */
export const options = optionsOf(perSecond(50), { http_req_duration: ['p(95)<150', 'p(99)<400'] });

const QUERIES = [
  'sortBy=score&sortOrder=desc',
  'sortBy=score&sortOrder=desc&page=12',
  'sortBy=parcel_area&sortOrder=asc&minScore=60',
  'sortBy=open_area&sortOrder=desc&page=3',
  'sortBy=address&sortOrder=asc&search=st',
];

export function setup(): { token: string } {
  return { token: signIn() };
}

export default function lists({ token }: { token: string }): void {
  const query = QUERIES[exec.scenario.iterationInTest % QUERIES.length];
  const response = get(`/api/geo/candidates?datasetKey=hawthorne&limit=50&${query}`, 'list', bearer(token));
  check(response, {
    'has rows': ({ status, body }) => status === 200 && String(body).includes('"street_address"'),
  });
}
