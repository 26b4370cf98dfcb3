import { check } from 'k6';
import http from 'k6/http';
import { BASE, bearer, get, JSON_BODY, options as optionsOf, perSecond } from './shared.ts';

/** Staff sign in and open their portal. Argon2 makes each password check expensive by design. */
export const options = optionsOf(perSecond(4), {
  'http_req_duration{name:sign in}': ['p(95)<1000', 'p(99)<2000'],
});

export default function signIns(): void {
  const body = JSON.stringify({ email: __ENV.EMAIL, password: __ENV.PASSWORD });
  const response = http.post(`${BASE}/api/auth/login`, body, {
    headers: JSON_BODY,
    tags: { name: 'sign in' },
  });
  check(response, { 'is signed in': ({ status }) => status === 200 });
  const token = response.json('token') as string;
  const verified = get('/api/auth/verify', 'verify', bearer(token));
  check(verified, { 'is known': ({ status }) => status === 200 });
}
