import type { RecordedEvent } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../../testing/projector-spec.ts';
import { analytics } from '../analytics.ts';
import {
  analyticsClient,
  analyticsConversation,
  analyticsDay,
  analyticsGap,
  analyticsQuestion,
  analyticsTime,
  analyticsTopic,
  analyticsWord,
  billingDay,
  billingZone,
} from './tables.ts';

const { given, givenBy } = projectorSpec(analytics);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata'];
const TEXTS = [
  'When do you open on Sunday?',
  'Is the garage open on Sunday?',
  'How much is a permit?',
  'hello',
  'A permit for the garage',
  'What do you charge for a permit?',
  'price',
  'This is bullshit',
];

/** Generates random events about questions and their clients in an order that a log can have. */
function randomEvents(count: number): RecordedEvent[] {
  let state = SEED;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * below);
  };
  const pick = <T>(of: readonly T[]): T => of[next(of.length)] as T; // never empty
  const client = (client_id: string) =>
    recorded('ClientCreated', {
      client_id,
      name: client_id,
      primary_domain: null,
      plan_tier: 'starter',
      time_zone: 'UTC',
      authorized_domains: [],
      allowed_email_domains: [],
      active: true,
      has_custom_widget: false,
      has_ai_assistant: true,
      has_geo_leads: false,
      has_custom_solution: false,
      product_config: { demo_mode: false },
    });
  const events = [client('acme'), client('bolt')];
  const open: { conversation_id: string; client_id: string; question_id: string }[] = [];
  const conversations: { conversation_id: string; client_id: string }[] = [];
  for (let n = 0; n < count; n++) {
    const at = new Date(Date.UTC(2026, 0, 20) + n * 3_600_000 + next(3_600_000)).toISOString();
    const kind = next(100);
    const openQuestion = pick(open);
    if (kind < 12 || conversations.length === 0) {
      const conversation = { conversation_id: `c${n}`, client_id: pick(['acme', 'bolt']) };
      conversations.push(conversation);
      const source = pick(['website', 'website', 'website', 'test'] as const);
      events.push(
        recorded('ConversationStarted', { ...conversation, source, domain: null, locale: 'en' }, { at }),
      );
    } else if (kind < 50 || openQuestion === undefined) {
      const question = { ...pick(conversations), question_id: `q${n}` };
      open.push(question);
      events.push(recorded('QuestionAsked', { ...question, text: pick(TEXTS), page_url: null }, { at }));
    } else if (kind < 80) events.push(answered(openQuestion, at, next));
    else if (kind < 86) events.push(recorded('AnswerFailed', openQuestion, { at }));
    else if (kind < 97)
      events.push(recorded('AnswerRated', { ...openQuestion, rating: pick(['up', 'down', null]) }, { at }));
    else if (kind < 99) {
      const change = { before: {}, after: { time_zone: pick(ZONES) } };
      events.push(recorded('ClientDetailsChanged', { client_id: openQuestion.client_id, ...change }, { at }));
    } else events.push(recorded('AnalyticsReset', { client_id: openQuestion.client_id }, { at }));
  }
  return events;
}

const answered = (
  question: { conversation_id: string; client_id: string; question_id: string },
  at: string,
  next: (below: number) => number,
) =>
  recorded(
    'QuestionAnswered',
    {
      ...question,
      text: 'At nine.',
      citations: next(2) === 0 ? [] : [{ number: 1, title: 'Hours', url: 'https://acme.example/' }],
      confidence: next(1_000_000) / 1_000_000,
      answered: next(4) > 0,
      stopped: false,
      first_token_ms: next(1_500),
      duration_ms: next(20_000),
      model: null,
      input_tokens: null,
      output_tokens: null,
      cached: false,
    },
    { at },
  );

const SUMMED = [analyticsDay, billingDay, analyticsTime, analyticsWord, analyticsTopic, analyticsGap];
type Rows = Awaited<ReturnType<typeof given>>;
const summed = async (rows: Rows) =>
  Object.fromEntries(await Promise.all(SUMMED.map(async (table) => [table.name, await rows(table)])));

interface Question {
  conversation_id: string;
  client_id: string;
  asked_at: string;
  left_out_from: number;
  answered_at: string | null;
  answered: boolean | null;
  failed: boolean;
  rating: string | null;
  first_token_ms: number | null;
  duration_ms: number | null;
  topic: string | null;
  question_group: string | null;
  words: string[];
}

/** Computes the figures from the rows, one question at a time. */
async function countOneByOne(rows: Rows) {
  const clients = new Map((await rows(analyticsClient)).map((row) => [row.client_id, row]));
  const websites = (await rows(analyticsConversation)).filter(({ source }) => source === 'website');
  const ofWebsite = new Set(websites.map(({ conversation_id }) => conversation_id));
  const sums = new Map<string, number>();
  const add = (...key: unknown[]) => sums.set(key.join(' '), (sums.get(key.join(' ')) ?? 0) + 1);
  const dayOf = (client_id: unknown, at: unknown) => {
    const { time_zone, reset_at } = clients.get(client_id) ?? {};
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: String(time_zone), dateStyle: 'short' });
    const since = reset_at === null ? 0 : Date.parse(String(reset_at));
    return { day: day.format(new Date(String(at))), counts: Date.parse(String(at)) > since };
  };
  const zones = await rows(billingZone);
  const dayIn = (zone: unknown, at: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: String(zone), dateStyle: 'short' }).format(new Date(at));
  const billedDay = (client_id: string, asked_at: string) => {
    const clientZones = zones.filter((zone) => zone.client_id === client_id);
    const isLater = (until: unknown) => Date.parse(String(until)) > Date.parse(asked_at);
    const zone = clientZones.find(({ until }) => isLater(until)) ?? clients.get(client_id);
    const before = clientZones.filter(({ until }) => !isLater(until));
    return [
      dayIn(zone?.time_zone, asked_at),
      ...before.map(({ until, time_zone }) => dayIn(time_zone, String(until))),
    ].reduce((a, b) => (a > b ? a : b));
  };
  for (const { client_id, started_at } of websites) {
    const { day, counts } = dayOf(client_id, started_at);
    if (counts) add('sessions', client_id, day, 4);
  }
  for (const row of (await rows(analyticsQuestion)) as unknown as Question[]) {
    if (!ofWebsite.has(row.conversation_id)) continue;
    const { day, counts } = dayOf(row.client_id, row.asked_at);
    add('billed', row.client_id, billedDay(row.client_id, row.asked_at));
    if (!counts) continue;
    const { left_out_from: level, topic, question_group: group } = row;
    add('questions', row.client_id, day, level);
    if (row.answered_at) add('answers', row.client_id, day, level);
    if (row.answered_at) add('first_word', day, level, twoDigits(row.first_token_ms ?? 0));
    for (const word of row.words) add('word', day, level, word);
    if (topic) add('topic', day.slice(0, 7), level, group, topic);
    const unanswered = row.answered_at ? !row.answered : row.failed;
    if (topic && (unanswered || row.rating === 'down')) add('gap', row.client_id, day, level, group, topic);
  }
  return sums;
}

function twoDigits(ms: number): number {
  const unit = 10 ** Math.max(String(ms).length - 2, 0);
  return Math.round(ms / unit) * unit;
}

/** Reads the same figures from the tables of the read model. */
async function readSums(rows: Rows) {
  const sums = new Map<string, number>();
  const set = (value: unknown, ...key: unknown[]) => {
    if (value !== 0) sums.set(key.join(' '), Number(value));
  };
  for (const row of await rows(analyticsDay)) {
    for (const name of ['sessions', 'questions', 'answers'])
      set(row[name], name, row.client_id, row.day, row.level);
  }
  for (const row of await rows(billingDay)) set(row.questions, 'billed', row.client_id, row.day);
  for (const row of await rows(analyticsTime))
    if (row.measure === 'first_word') set(row.answers, 'first_word', row.day, row.level, row.ms);
  for (const row of await rows(analyticsWord)) set(row.questions, 'word', row.day, row.level, row.word);
  for (const row of await rows(analyticsTopic))
    set(row.questions, 'topic', row.month, row.level, row.question_group, row.topic);
  for (const row of await rows(analyticsGap))
    set(row.questions, 'gap', row.client_id, row.day, row.level, row.question_group, row.topic);
  return sums;
}

test(`sums match the questions however events are batched (SEED=${SEED})`, async () => {
  const log = randomEvents(600);
  const rows = await given(...log);
  const together = await summed(rows);
  const sorted = (sums: ReadonlyMap<string, number>) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(await readSums(rows))).toEqual(sorted(await countOneByOne(rows)));
  for (const size of [1, 17]) expect(await summed(await givenBy(size, ...log))).toEqual(together);
});
