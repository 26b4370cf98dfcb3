import { check } from 'k6';
import { get, options as optionsOf, perSecond } from './shared.ts';

/** Pages of a client's site load its widget. */
export const options = optionsOf(perSecond(50), { http_req_duration: ['p(95)<50', 'p(99)<200'] });

export default function loads(): void {
  const page = { Referer: `${__ENV.ORIGIN}/` };
  const loader = get(`/api/ai/widget/loader/${__ENV.CLIENT_ID}.js`, 'loader', page);
  check(loader, {
    'is the script': ({ status, body }) => status === 200 && String(body).includes(String(__ENV.CLIENT_ID)),
  });
}
