import { CONTENT_FILTER_LEVELS } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { converse, type Exchange } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { TIMEFRAMES } from './contract.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const DAY_MS = 86_400_000;
const QUESTIONS = 1_500;
const ITEMS = 400;
const IN_ONE_CONVERSATION = 150;
/** Ages of the questions, in days. */
const AGES = [0, 2, 6, 7, 20, 29, 30, 80, 150, 200, 364, 365];
/** Different wordings of the same question. */
const PHRASINGS = [
  (of: string) => `How much does ${of} cost?`,
  (of: string) => `What is the price of ${of} please?`,
  (of: string) => `What do you charge for ${of}?`,
  (of: string) => `I need to know the fees of ${of}`,
];

const FILLER_WORDS = new Set([
  'how',
  'does',
  'what',
  'is',
  'the',
  'of',
  'please',
  'do',
  'you',
  'for',
  'i',
  'to',
]);

/** A generated question with its topic and the filter level that excludes it. */
interface GeneratedQuestion extends Exchange {
  readonly client: string;
  readonly day: string;
  readonly about: string;
  readonly phrasing: number;
  readonly leftOutFrom: number;
}

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let staff: string;
const clients: string[] = [];
let generated: GeneratedQuestion[] = [];

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  staff = (await api.signIn('SuperAdmin')).token;
  for (let n = 0; n < 2; n++) clients.push((await api.signIn('ClientUser')).clientId ?? '');
  generated = questions();
  for (const client of clients) {
    const ofClient = generated.filter((each) => each.client === client);
    for (let at = 0; at < ofClient.length; at += IN_ONE_CONVERSATION)
      await converse(api.ports, client, ofClient.slice(at, at + IN_ONE_CONVERSATION));
  }
  const all = generated.filter(inView({ timeframe: '1y', level: 0 }));
  await eventually('all questions are counted', async () => {
    const { body } = await get('faq-analytics', { timeframe: '1y', filterContent: 'false' });
    return body.total_questions === all.length;
  });
}, 240_000);
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

/** Generates questions with many rare wordings, more than a view lists. */
function questions(): GeneratedQuestion[] {
  let state = SEED;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * below);
  };
  const pick = <T>(of: readonly T[]): T => of[next(of.length)] as T; // the list is never empty
  const end = new Date();
  return Array.from({ length: QUESTIONS }, () => {
    const about = `item${Math.floor(next(ITEMS) ** 2 / ITEMS)} ${pick(['blue', 'red', 'green'])}`;
    const phrasing = next(PHRASINGS.length);
    const [at, outcome] = [new Date(end.getTime() - pick(AGES) * DAY_MS), next(10)];
    const smallTalk = next(20) === 0;
    return {
      client: pick(clients),
      day: at.toISOString().slice(0, 10),
      at: at.toISOString(),
      about: smallTalk ? 'hello' : about,
      phrasing: smallTalk ? 0 : phrasing,
      leftOutFrom: smallTalk ? 2 : 4,
      question: smallTalk ? 'hello' : (PHRASINGS[phrasing]?.(about) ?? ''),
      ...(outcome > 0 && { answered: outcome > 2, confidence: next(100) / 100 }),
      ...(outcome > 0 && outcome % 4 === 0 && { rating: pick(['up', 'down'] as const) }),
    };
  });
}

const get = (view: string, query: Record<string, string>) =>
  api.call('GET', `/api/ai/analytics/${view}?${new URLSearchParams(query)}`, { token: staff });

interface ViewScope {
  client?: string | undefined;
  timeframe: keyof typeof TIMEFRAMES;
  level: number;
}
/** Returns whether a question is in a view. */
const inView =
  ({ client, timeframe, level }: ViewScope) =>
  (each: GeneratedQuestion) =>
    (client === undefined || each.client === client) &&
    each.leftOutFrom > level &&
    each.day > new Date(Date.now() - TIMEFRAMES[timeframe] * DAY_MS).toISOString().slice(0, 10);

const unquoted = (field: string) => field.slice(1, -1);
const aboutOf = (question: string) => question.match(/item\d+ \w+/)?.[0] ?? question;
const count = (all: readonly GeneratedQuestion[], is: (each: GeneratedQuestion) => unknown) =>
  all.filter(is).length;
const byAbout = <T extends { about: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.about < b.about ? -1 : 1));
const mostFirst = (counts: readonly number[]) => counts.toSorted((a, b) => b - a);
const last = (of: readonly GeneratedQuestion[]) => of.map(({ at }) => at).reduce((a, b) => (a > b ? a : b));
const isUnanswered = ({ answered }: GeneratedQuestion) => !answered;
const isGap = (each: GeneratedQuestion) => isUnanswered(each) || each.rating === 'down';

/** Returns the share of thumbs up among all thumbs; null without any. */
function averageScore(of: readonly GeneratedQuestion[]): number | null {
  const judged = of.filter(({ rating }) => rating !== undefined);
  return judged.length === 0 ? null : count(judged, ({ rating }) => rating === 'up') / judged.length;
}

const VIEWS = (Object.keys(TIMEFRAMES) as (keyof typeof TIMEFRAMES)[]).flatMap((timeframe) =>
  [0, ...CONTENT_FILTER_LEVELS.keys().map((at) => at + 1)].map((level) => [timeframe, level] as const),
);

describe.each([
  ['a client', 0],
  ['all clients', undefined],
] as const)(`figures of %s match the generated questions (SEED=${SEED})`, (_, which) => {
  describe.each(VIEWS)('in %s at level %d', (timeframe, level) => {
    const view = () => ({ client: which === undefined ? undefined : clients[which], timeframe, level });
    const query = () => ({
      timeframe,
      filterContent: String(level > 0),
      filterLevel: CONTENT_FILTER_LEVELS[level - 1] ?? 'basic',
      ...(which !== undefined && { clientId: clients[which] ?? '' }),
    });

    test('groups questions with the same meaning', async () => {
      const { body: csv } = await get('export', { ...query(), view: 'faq' });
      const shown = csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line: string) => {
          const [question = '', asked, variants, answered, average, ...rest] = line.split(',').map(unquoted);
          return { about: aboutOf(question), average, figures: [asked, variants, answered, ...rest] };
        });
      const expected = [...Map.groupBy(generated.filter(inView(view())), ({ about }) => about)].map(
        ([about, same]) => ({
          about,
          average: averageScore(same),
          figures: [
            same.length,
            new Set(same.map(({ phrasing }) => phrasing)).size,
            count(same, ({ answered }) => answered),
            count(same, ({ rating }) => rating === 'up'),
            count(same, ({ rating }) => rating === 'down'),
            last(same),
          ].map(String),
        }),
      );
      const figures = (rows: { about: string; figures: string[] }[]) =>
        byAbout(rows).map(({ about, figures }) => [about, ...figures]);
      expect(figures(shown)).toEqual(figures(expected));
      byAbout<{ about: string; average: string }>(shown).forEach(({ average }, at) => {
        const exact = byAbout(expected)[at]?.average ?? null;
        if (exact === null) expect(average).toBe('');
        else expect(Math.abs(Number(average) - exact)).toBeLessThan(0.000_501);
      });
      const { body } = await get('faq-analytics', query());
      expect(body.total_questions).toBe(generated.filter(inView(view())).length);
      expect(body.questions.map(({ count }: { count: number }) => count)).toEqual(
        mostFirst(shown.map(({ figures }: { figures: string[] }) => Number(figures[0]))).slice(0, 25),
      );
    });

    test('lists gaps', async () => {
      const { body } = await get('gaps', query());
      const keyOf = (client: string, about: string) => `${client} ${about}`;
      const expected = Map.groupBy(generated.filter(inView(view())).filter(isGap), ({ client, about }) =>
        keyOf(client, about),
      );
      const counts = [...expected.values()].map(({ length }) => length);
      expect(body.gaps.map((gap: { count: number }) => gap.count)).toEqual(mostFirst(counts).slice(0, 50));
      for (const { question, clientId, ...gap } of body.gaps) {
        const same = expected.get(keyOf(clientId, aboutOf(question))) ?? [];
        expect(gap).toMatchObject({
          count: same.length,
          unanswered: count(same, isUnanswered),
          rated_down: count(same, ({ rating }) => rating === 'down'),
          last_asked_at: last(same),
        });
      }
    });

    test('counts words', async () => {
      const { body } = await get('word-cloud', query());
      const counts = new Map<string, number>();
      for (const { question } of generated.filter(inView(view())))
        for (const word of new Set(
          question
            .toLowerCase()
            .match(/\w+/g)
            ?.filter((each) => !FILLER_WORDS.has(each)),
        ))
          counts.set(word, (counts.get(word) ?? 0) + 1);
      expect(body.words.map(({ count }: { count: number }) => count)).toEqual(
        mostFirst([...counts.values()]).slice(0, 80),
      );
      for (const { word, count } of body.words) expect([word, count]).toEqual([word, counts.get(word)]);
    });
  });
});

test('counts a word with all its rare forms', async () => {
  const { clientId = '' } = await api.signIn('ClientUser');
  const others = Array.from({ length: 1_000 }, (_, n) => `word${n}`);
  const questions = [0, 1].flatMap(() =>
    Array.from({ length: 25 }, (_, n) => others.slice(n * 40, n * 40 + 40).join(' ')),
  );
  const permits = ['A permit?', 'A permit!', 'The permit', 'Permits?'];
  const at = new Date().toISOString();
  await converse(
    api.ports,
    clientId,
    [...questions, ...permits].map((question) => ({ question, at, answered: true })),
  );
  const query = { clientId, filterContent: 'false' };
  const words = await eventually('the questions are counted', async () => {
    const { body } = await get('word-cloud', query);
    return body.total_questions === questions.length + permits.length && body.words;
  });
  expect(words[0]).toEqual({ word: 'permit', count: 4 });
});
