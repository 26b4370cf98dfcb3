import { CONTENT_FILTER_LEVELS } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { positionToken } from '../../platform/http/min-position.ts';
import { eventually, startTestApi } from '../../testing/api.ts';
import { converse, type Exchange } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { TIMEFRAMES } from './contract.ts';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Time from which the ages of the questions count. */
const END = process.env.END ?? new Date().toISOString();
const DAY_MS = 86_400_000;
const QUESTIONS = 1_500;
const ITEMS = 400;
const QUESTIONS_PER_CONVERSATION = 150;
/** Ages of the questions in days, on both sides of each timeframe's boundary. */
const AGES = [0, 2, 6, 7, 20, 29, 30, 80, 150, 200, 364, 365];
/** Different wordings of the same question. */
const PHRASINGS = [
  (item: string) => `How much does ${item} cost?`,
  (item: string) => `What is the price of ${item} please?`,
  (item: string) => `What do you charge for ${item}?`,
  (item: string) => `I need to know the fees of ${item}`,
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

/** A generated question with its topic and the lowest filter level that excludes it. */
interface GeneratedQuestion extends Exchange {
  readonly client: string;
  readonly day: string;
  readonly topic: string;
  readonly phrasing: number;
  readonly excludedFromLevel: number;
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
  generated = generateQuestions();
  for (const client of clients) {
    const clientQuestions = generated.filter((each) => each.client === client);
    for (let start = 0; start < clientQuestions.length; start += QUESTIONS_PER_CONVERSATION)
      await converse(api.ports, client, clientQuestions.slice(start, start + QUESTIONS_PER_CONVERSATION));
  }
  const minPosition = positionToken(api.ports.logId, await api.head());
  await eventually('all conversations are counted', async () => {
    const { status } = await api.call('GET', '/api/ai/analytics/faq-analytics', {
      token: staff,
      headers: { 'X-Min-Position': minPosition },
    });
    return status === 200;
  });
}, 240_000);
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

/** Generates questions on more topics than a view can list; most topics are rare. */
function generateQuestions(): GeneratedQuestion[] {
  let state = SEED;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * below);
  };
  const pick = <T>(items: readonly T[]): T => items[next(items.length)] as T; // the list is never empty
  return Array.from({ length: QUESTIONS }, () => {
    const topic = `item${Math.floor(next(ITEMS) ** 2 / ITEMS)} ${pick(['blue', 'red', 'green'])}`;
    const phrasing = next(PHRASINGS.length);
    const at = new Date(Date.parse(END) - pick(AGES) * DAY_MS);
    const outcome = next(10);
    const smallTalk = next(20) === 0;
    return {
      client: pick(clients),
      day: at.toISOString().slice(0, 10),
      at: at.toISOString(),
      topic: smallTalk ? 'hello' : topic,
      phrasing: smallTalk ? 0 : phrasing,
      excludedFromLevel: smallTalk ? 2 : 4,
      question: smallTalk ? 'hello' : (PHRASINGS[phrasing]?.(topic) ?? ''),
      ...(outcome > 0 && { answered: outcome > 2, confidence: next(100) / 100 }),
      ...(outcome > 0 && outcome % 4 === 0 && { rating: pick(['up', 'down'] as const) }),
    };
  });
}

const get = (view: string, query: Record<string, string>) =>
  api.call('GET', `/api/ai/analytics/${view}?${new URLSearchParams(query)}`, { token: staff });

interface ViewScope {
  client?: string | undefined;
  level: number;
  /** First day, from the response. */
  from: string;
}
/** Returns a predicate for the questions in a view. */
const inView =
  ({ client, level, from }: ViewScope) =>
  (each: GeneratedQuestion) =>
    (client === undefined || each.client === client) && each.excludedFromLevel > level && each.day >= from;

const unquote = (field: string) => field.slice(1, -1);
const topicOf = (question: string) => question.match(/item\d+ \w+/)?.[0] ?? question;
const count = (questions: readonly GeneratedQuestion[], matches: (each: GeneratedQuestion) => unknown) =>
  questions.filter(matches).length;
const sortByTopic = <T extends { topic: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.topic < b.topic ? -1 : 1));
const highestFirst = (counts: readonly number[]) => counts.toSorted((a, b) => b - a);
const lastAskedAt = (questions: readonly GeneratedQuestion[]) =>
  questions.map(({ at }) => at).reduce((a, b) => (a > b ? a : b), '');
const isUnanswered = ({ answered }: GeneratedQuestion) => !answered;
const isGap = (each: GeneratedQuestion) => isUnanswered(each) || each.rating === 'down';

/** Returns the share of thumbs up among all ratings; null if there are none. */
function averageScore(questions: readonly GeneratedQuestion[]): number | null {
  const ratings = questions.flatMap(({ rating }) => rating ?? []);
  return ratings.length === 0 ? null : ratings.filter((rating) => rating === 'up').length / ratings.length;
}

const VIEWS = (Object.keys(TIMEFRAMES) as (keyof typeof TIMEFRAMES)[]).flatMap((timeframe) =>
  [0, ...CONTENT_FILTER_LEVELS.keys().map((index) => index + 1)].map((level) => [timeframe, level] as const),
);

describe.each([
  ['a client', 0],
  ['all clients', undefined],
] as const)(`figures of %s match the generated questions (SEED=${SEED} END=${END})`, (_, clientIndex) => {
  describe.each(VIEWS)('in %s at level %d', (timeframe, level) => {
    const client = () => (clientIndex === undefined ? undefined : clients[clientIndex]);
    /** Returns the questions in the view of a response. */
    const questionsIn = ({ from }: { from: string }) =>
      generated.filter(inView({ client: client(), level, from }));
    const query = () => ({
      timeframe,
      filterContent: String(level > 0),
      filterLevel: CONTENT_FILTER_LEVELS[level - 1] ?? 'basic',
      ...(clientIndex !== undefined && { clientId: clients[clientIndex] ?? '' }),
    });

    test('groups questions with the same meaning', async () => {
      const { body: csv } = await get('export', { ...query(), view: 'faq' });
      const exported = csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line: string) => {
          const [question = '', asked, variants, answered, average, ...ratings] = line
            .split(',')
            .map(unquote);
          return { topic: topicOf(question), average, figures: [asked, variants, answered, ...ratings] };
        });
      const { body } = await get('faq-analytics', query());
      expect(Date.parse(body.to) - Date.parse(body.from)).toBe((TIMEFRAMES[timeframe] - 1) * DAY_MS);
      const expected = [...Map.groupBy(questionsIn(body), ({ topic }) => topic)].map(([topic, group]) => ({
        topic,
        average: averageScore(group),
        figures: [
          group.length,
          new Set(group.map(({ phrasing }) => phrasing)).size,
          count(group, ({ answered }) => answered),
          count(group, ({ rating }) => rating === 'up'),
          count(group, ({ rating }) => rating === 'down'),
          lastAskedAt(group),
        ].map(String),
      }));
      const figures = (rows: { topic: string; figures: string[] }[]) =>
        sortByTopic(rows).map(({ topic, figures }) => [topic, ...figures]);
      expect(figures(exported)).toEqual(figures(expected));
      sortByTopic<{ topic: string; average: string }>(exported).forEach(({ average }, index) => {
        const exact = sortByTopic(expected)[index]?.average ?? null;
        if (exact === null) expect(average).toBe('');
        else expect(Math.abs(Number(average) - exact)).toBeLessThan(0.000_501);
      });
      expect(body.total_questions).toBe(questionsIn(body).length);
      expect(body.questions.map(({ count }: { count: number }) => count)).toEqual(
        highestFirst(exported.map(({ figures }: { figures: string[] }) => Number(figures[0]))).slice(0, 25),
      );
    });

    test('lists gaps by frequency', async () => {
      const { body } = await get('gaps', query());
      const keyOf = (client: string, topic: string) => `${client} ${topic}`;
      const expected = Map.groupBy(questionsIn(body).filter(isGap), ({ client, topic }) =>
        keyOf(client, topic),
      );
      const counts = [...expected.values()].map(({ length }) => length);
      expect(body.gaps.map((gap: { count: number }) => gap.count)).toEqual(highestFirst(counts).slice(0, 50));
      for (const { question, clientId, ...gap } of body.gaps) {
        const group = expected.get(keyOf(clientId, topicOf(question))) ?? [];
        expect(gap, question).toMatchObject({
          count: group.length,
          unanswered: count(group, isUnanswered),
          rated_down: count(group, ({ rating }) => rating === 'down'),
          last_asked_at: lastAskedAt(group),
        });
      }
    });

    test('counts the questions that contain each word', async () => {
      const { body } = await get('word-cloud', query());
      const counts = new Map<string, number>();
      for (const { question } of questionsIn(body))
        for (const word of new Set(
          question
            .toLowerCase()
            .match(/\w+/g)
            ?.filter((each) => !FILLER_WORDS.has(each)),
        ))
          counts.set(word, (counts.get(word) ?? 0) + 1);
      expect(body.words.map(({ count }: { count: number }) => count)).toEqual(
        highestFirst([...counts.values()]).slice(0, 80),
      );
      for (const { word, count } of body.words) expect([word, count]).toEqual([word, counts.get(word)]);
    });
  });
});

test('counts the singular and plural forms of a rare word together, and exports more words than it shows', async () => {
  const { clientId = '' } = await api.signIn('ClientUser');
  const otherWords = Array.from({ length: 1_000 }, (_, n) => `word${n}`);
  const questions = [0, 1].flatMap(() =>
    Array.from({ length: 25 }, (_, n) => otherWords.slice(n * 40, n * 40 + 40).join(' ')),
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
  expect(words).toHaveLength(80);
  const { body: csv } = await get('export', { ...query, view: 'words' });
  expect(csv.trim().split('\r\n')).toHaveLength(1 + 1 + otherWords.length);
});
