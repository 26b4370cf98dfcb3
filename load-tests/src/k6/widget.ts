import { check } from 'k6';
import { get, options as optionsOf, perSecond } from './shared.ts';

/** Loads the widget script as the pages of a client's site do. */
export const options = optionsOf(perSecond(50), { http_req_duration: ['p(95)<50', 'p(99)<200'] });

export default function loadWidget(): void {
  const page = { Referer: `${__ENV.ORIGIN}/` };
  const loader = get(`/api/ai/widget/loader/${__ENV.CLIENT_ID}.js`, 'loader', page);
  check(loader, {
    'returns the widget script': ({ status, body }) =>
      status === 200 && String(body).includes(String(__ENV.CLIENT_ID)),
  });
}
