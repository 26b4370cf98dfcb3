import http, { type RefinedResponse } from 'k6/http';
import type { Options, Scenario } from 'k6/options';

/** Address of the product, and data that `run.ts` created. */
export const BASE = __ENV.BASE_URL as string;

export const JSON_BODY = { 'Content-Type': 'application/json' };

/** Open-loop arrival rate: iterations start on schedule, however slow the responses are. */
export function perSecond(rate: number, duration = '20s'): Scenario {
  return {
    executor: 'constant-arrival-rate',
    rate,
    duration,
    preAllocatedVUs: rate,
    maxVUs: rate * 4,
  };
}

/** No request may fail, no iteration may be dropped, and response times must stay within the thresholds. */
export function options(scenario: Scenario, thresholds: Record<string, string[]>): Options {
  return {
    scenarios: { load: scenario },
    summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
    thresholds: {
      http_req_failed: ['rate==0'],
      dropped_iterations: ['count==0'],
      checks: ['rate==1'],
      ...thresholds,
    },
  };
}

/** Returns the SuperAdmin's access token. */
export function signIn(): string {
  const body = { email: __ENV.EMAIL, password: __ENV.PASSWORD };
  const response = http.post(`${BASE}/api/auth/login`, JSON.stringify(body), { headers: JSON_BODY });
  if (response.status !== 200)
    throw new Error(`Sign-in returned ${response.status}: ${String(response.body)}`);
  return response.json('token') as string;
}

/** Returns the header of a signed-in request. */
export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** Groups requests under one name; otherwise every URL with an id would become its own metric. */
export function get(path: string, name: string, headers: Record<string, string>): RefinedResponse<'text'> {
  return http.get(`${BASE}${path}`, { headers, tags: { name } });
}
