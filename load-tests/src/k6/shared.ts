import http, { type RefinedResponse } from 'k6/http';
import type { Options, Scenario } from 'k6/options';

/** Where the product runs, and what the runner made there; see `run.ts`. */
export const BASE = __ENV.BASE_URL as string;

export const JSON_BODY = { 'Content-Type': 'application/json' };

/** So many iterations begin each second, whether those before are done or not: slow answers make nobody wait. */
export function perSecond(rate: number, duration = '20s'): Scenario {
  return {
    executor: 'constant-arrival-rate',
    rate,
    duration,
    preAllocatedVUs: rate,
    maxVUs: rate * 4,
  };
}

/** Nothing fails, nothing is left out, and the slowest answers stay within limits. */
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

/** The SuperAdmin's access token. */
export function signIn(): string {
  const body = { email: __ENV.EMAIL, password: __ENV.PASSWORD };
  const answer = http.post(`${BASE}/api/auth/login`, JSON.stringify(body), { headers: JSON_BODY });
  if (answer.status !== 200) throw new Error(`The sign-in answered ${answer.status}: ${String(answer.body)}`);
  return answer.json('token') as string;
}

export const as = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** Requests under one name: addresses with ids in them would each be a row of its own. */
export function get(path: string, name: string, headers: Record<string, string>): RefinedResponse<'text'> {
  return http.get(`${BASE}${path}`, { headers, tags: { name } });
}
