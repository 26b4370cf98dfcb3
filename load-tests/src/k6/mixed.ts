import { check, fail, randomSeed, sleep } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { Created, randomItem, Sender, type TestData } from './commands.ts';

/**
 * Mixed commands from a few users, each waiting for the response: `COMMANDS` of them, or as many as fit in
 * `MINUTES`. `RATE` limits the commands per second.
 */
const PEOPLE = 16;
const SECONDS_EACH = __ENV.RATE ? PEOPLE / Number(__ENV.RATE) : 0;
const acknowledged = new Counter('acknowledged');
const duration = new Trend('command', true);

export const options: Options = {
  scenarios: {
    commands: {
      executor: 'shared-iterations',
      vus: PEOPLE,
      iterations: Number(__ENV.COMMANDS),
      maxDuration: `${__ENV.MINUTES}m`,
    },
  },
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { checks: ['rate==1'] },
};

randomSeed(Number(__ENV.SEED) + __VU);
const prepared = JSON.parse(open(__ENV.PREPARED ?? '')) as TestData;
const { datasetKey, zipCodes } = prepared;

/** Each user works on separate candidates and clients, as teams divide a county. */
const ownShare = <T>(items: readonly T[]): T[] =>
  items.filter((_, index) => index % PEOPLE === __VU % PEOPLE);
const candidates = ownShare(prepared.candidates);
const clients = ownShare(prepared.clients);
const QUESTIONS = [
  'How do I configure the port?',
  'Where are the logs kept?',
  'What is the weather like on Mars?',
];
const PRIORITIES = ['low', 'medium', 'high'];
const BRAND_COLORS = ['#0b7285', '#5f3dc4', '#2b8a3e', '#c92a2a'];

const sender = new Sender(prepared);
const classified = new Created<string>();
const notes = new Created<string>();
const views = new Created<string>();
const prompts = new Created<{ clientId: string; id: string }>();
const requests = new Created<string>();
const answers = new Created<{
  widget: TestData['widgets'][number];
  conversationKey: string;
  questionId: string;
}>();
let count = 0;

/** Candidates without a classification; a classified one is unclassified before it is classified again. */
const unclassified = [...candidates];
const classify = (): ReturnType<Sender['send']> => {
  const candidateId = unclassified.shift();
  if (candidateId === undefined) return unclassify();
  const body = {
    candidateId,
    classification: randomItem(['good', 'bad']),
    notes: `Seen ${++count} times`,
    factorIds: [],
  };
  const response = sender.send('classify', 'POST', '/api/geo/training/classify', body);
  classified.add(candidateId, response);
  return response;
};
const unclassify = (): ReturnType<Sender['send']> => {
  const created = classified.take();
  if (created === undefined) return classify();
  unclassified.push(created.item);
  return sender.send('unclassify', 'DELETE', `/api/geo/training/classification/${created.item}`);
};
const addNote = () => {
  const body = { noteText: `The drive is ${++count} ft wide`, priority: randomItem(PRIORITIES) };
  const response = sender.send('note', 'POST', `/api/geo/notes/candidate/${randomItem(candidates)}`, body);
  notes.add(response.json('data.id') as string, response);
  return response;
};
const saveView = () => {
  const body = { datasetKey, name: `View ${__VU} ${++count}`, query: `minScore=${count % 100}` };
  const response = sender.send('save view', 'POST', '/api/geo/views', body);
  views.add(response.json('data.id') as string, response);
  return response;
};
const addPrompt = () => {
  const clientId = randomItem(clients);
  const body = { prompt_type: 'custom', prompt_content: `Answer in ${++count} words` };
  const response = sender.send('prompt', 'POST', `/api/ai/client-prompts/${clientId}`, body);
  prompts.add({ clientId, id: response.json('id') as string }, response);
  return response;
};
const requestContent = () => {
  const body = {
    clientId: randomItem(clients),
    url: `https://example.com/${__VU}/${++count}`,
    priority: randomItem(PRIORITIES),
  };
  const response = sender.send('content request', 'POST', '/api/ai/content-requests', body);
  requests.add(response.json('id') as string, response);
  return response;
};
const ask = () => {
  const widget = randomItem(prepared.widgets);
  const response = sender.visit('ask', widget, '/api/ai/chat', {
    message: `${randomItem(QUESTIONS)} (${__VU} ${++count})`,
  });
  const { conversationKey, questionId } = response.json() as { conversationKey: string; questionId: string };
  answers.add({ widget, conversationKey, questionId }, response);
  return response;
};
const forRandomClient = (name: string, path: (id: string) => string, body: () => object) => () =>
  sender.send(name, 'POST', path(randomItem(clients)), body());

/** Kinds of commands with their share in percent. */
const KINDS: readonly (readonly [share: number, send: () => ReturnType<typeof classify>])[] = [
  [27, classify],
  [12, unclassify],
  [8, addNote],
  [
    4,
    () => {
      const created = notes.take();
      if (created === undefined) return addNote();
      const { item, position } = created;
      if (count % 2 === 0)
        return sender.send('delete note', 'DELETE', `/api/geo/notes/${item}`, undefined, position);
      return sender.send(
        'edit note',
        'PUT',
        `/api/geo/notes/${item}`,
        { noteText: `Called ${++count} times` },
        position,
      );
    },
  ],
  [
    7,
    () =>
      sender.send('review', 'POST', '/api/geo/reviews', {
        candidateId: randomItem(candidates),
        rating: 1 + (++count % 5),
        comment: `Walked past it ${count} times`,
      }),
  ],
  [3, () => sender.send('visit', 'POST', '/api/geo/visits', { datasetKey })],
  [1, saveView],
  [
    1,
    () => {
      const created = views.take();
      if (created === undefined) return saveView();
      if (count % 2 === 0) return sender.send('delete view', 'DELETE', `/api/geo/views/${created.item}`);
      return sender.send('change view', 'PUT', `/api/geo/views/${created.item}`, {
        query: `minScore=${++count % 100}`,
      });
    },
  ],
  [
    3,
    () => {
      const body = { name: `Client ${__VU} ${++count}`, has_ai_assistant: false, has_adu_finder: true };
      return sender.send('add client', 'POST', '/api/ai/clients', body);
    },
  ],
  [
    4,
    () =>
      sender.send('edit client', 'PATCH', `/api/ai/clients/${randomItem(clients)}`, {
        name: `Renamed ${__VU} ${++count}`,
        plan_tier: randomItem(['starter', 'pro', 'elite']),
      }),
  ],
  [
    1,
    forRandomClient(
      'products',
      (id) => `/api/client-admin/client/${id}/products`,
      () => ({
        product_config: { demo_mode: ++count % 2 === 0 },
      }),
    ),
  ],
  [2, addPrompt],
  [
    3,
    () => {
      const created = prompts.take();
      if (created === undefined) return addPrompt();
      const { item, position } = created;
      const path = `/api/ai/client-prompts/${item.clientId}/${item.id}`;
      if (count % 2 === 0) return sender.send('delete prompt', 'DELETE', path, undefined, position);
      const body = { prompt_type: 'faq', prompt_content: `Be ${++count} times as kind` };
      const response = sender.send('change prompt', 'PUT', path, body, position);
      prompts.add(item, response);
      return response;
    },
  ],
  [
    3,
    forRandomClient(
      'branding',
      (id) => `/api/ai/settings/branding/client/${id}`,
      () => ({
        primaryColor: randomItem(BRAND_COLORS),
        welcomeMessage: `Welcome, ${++count}`,
      }),
    ),
  ],
  [
    1,
    forRandomClient(
      'widget security',
      (id) => `/api/ai/widget/client/${id}/security`,
      () => ({
        rateLimitPerMinute: 20 + (++count % 900),
      }),
    ),
  ],
  [
    1,
    forRandomClient(
      'widget configuration',
      (id) => `/api/ai/widget/client/${id}/configuration`,
      () => ({
        proactiveDelaySeconds: ++count % 600,
      }),
    ),
  ],
  [
    1,
    forRandomClient(
      'widget domains',
      (id) => `/api/ai/widget/client/${id}/domains`,
      () => ({
        domains: [`site-${++count}.example.com`],
      }),
    ),
  ],
  [
    1,
    forRandomClient(
      'widget version',
      (id) => `/api/ai/widget/client/${id}/version`,
      () => ({}),
    ),
  ],
  [2, requestContent],
  [
    2,
    () => {
      const created = requests.take();
      if (created === undefined) return requestContent();
      const body = { status: randomItem(['processing', 'rejected']), adminNotes: `Looked at ${++count}` };
      return sender.send(
        'answer request',
        'PATCH',
        `/api/ai/admin-content-requests/${created.item}/status`,
        body,
      );
    },
  ],
  [
    1,
    () =>
      sender.send('grant', 'POST', '/api/geo/datasets/grant-zipcode-access', {
        clientId: randomItem(clients),
        cityDatasetId: datasetKey,
        zipcodeDatasetIds: [`${datasetKey}:${randomItem(zipCodes)}`],
      }),
  ],
  [7, ask],
  [
    3,
    () => {
      const created = answers.take();
      if (created === undefined) return ask();
      const { widget, ...of } = created.item;
      return sender.visit('rate', widget, '/api/ai/chat/feedback', {
        ...of,
        rating: randomItem(['up', 'down']),
      });
    },
  ],
  [
    1,
    () =>
      sender.visit('leave message', randomItem(prepared.widgets), '/api/ai/chat/messages', {
        messageId: crypto.randomUUID(),
        name: 'Robin',
        email: `robin-${++count}@example.com`,
        message: `Please call, ${count}`,
      }),
  ],
  [
    0.5,
    () =>
      sender.send('rename', 'PATCH', '/api/auth/profile/name', {
        firstName: 'Ada',
        lastName: `No. ${++count}`,
      }),
  ],
  [0.4, () => sender.signOut()],
  [0.1, () => sender.send('rescore', 'POST', '/api/geo/scoring/rescore', { datasetKey })],
];
const ALL = KINDS.reduce((sum, [share]) => sum + share, 0);

function command() {
  if (!sender.isSignedIn) return sender.signIn();
  let remainder = Math.random() * ALL;
  for (const [share, send] of KINDS) {
    remainder -= share;
    if (remainder < 0) return send();
  }
  return classify();
}

export default function commands(): void {
  const startedAt = Date.now();
  const response = command();
  const tookMs = Date.now() - startedAt;
  duration.add(tookMs);
  sleep(Math.max(0, SECONDS_EACH - tookMs / 1_000));
  const isAcknowledged = response.status >= 200 && response.status < 300;
  if (isAcknowledged) acknowledged.add(1);
  if (check(response, { 'is acknowledged': () => isAcknowledged })) return;
  fail(`${response.request.method} ${response.request.url}: ${response.status} ${String(response.body)}`);
}
