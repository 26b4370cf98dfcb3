import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Trend } from 'k6/metrics';
import { BASE, bearer, get, JSON_BODY, options as optionsOf, perSecond, signIn } from './shared.ts';

/** Time from a classification until the list shows the candidate's new score. */
const timeToSee = new Trend('classification_seen', true);

export const options = optionsOf(perSecond(5), {
  classification_seen: ['p(95)<1000', 'p(99)<2000'],
  'http_req_duration{name:classify}': ['p(95)<300'],
});

const TIMEOUT_MS = 5_000;

interface Setup {
  readonly token: string;
  readonly candidates: readonly { readonly id: string; readonly street_address: string }[];
}

export function setup(): Setup {
  const token = signIn();
  const list = get('/api/geo/candidates?datasetKey=hawthorne&limit=200', 'list', bearer(token));
  return { token, candidates: list.json('data') as unknown as Setup['candidates'] };
}

export default function classifications({ token, candidates }: Setup): void {
  const candidate = candidates[exec.scenario.iterationInTest % candidates.length];
  if (candidate === undefined) throw new Error('The dataset has no candidates');
  const classification = exec.scenario.iterationInTest % 2 === 0 ? 'good' : 'bad';
  const startedAt = Date.now();
  const body = JSON.stringify({ candidateId: candidate.id, classification, notes: '', factorIds: [] });
  const classified = http.post(`${BASE}/api/geo/training/classify`, body, {
    headers: { ...bearer(token), ...JSON_BODY },
    tags: { name: 'classify' },
  });
  check(classified, { 'is classified': ({ status }) => status === 200 });
  const position = classified.headers['X-Event-Position'] ?? '';
  const street = encodeURIComponent(candidate.street_address);
  for (;;) {
    const list = get(
      `/api/geo/candidates?datasetKey=hawthorne&limit=50&search=${street}&classification=${classification}`,
      'list after a classification',
      { ...bearer(token), 'X-Min-Position': position },
    );
    const isSeen = String(list.body).includes(candidate.id);
    if (isSeen || Date.now() - startedAt > TIMEOUT_MS) {
      check(isSeen, { 'is seen': (value) => value });
      if (isSeen) timeToSee.add(Date.now() - startedAt);
      return;
    }
    sleep(0.02);
  }
}
