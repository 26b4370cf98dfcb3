import { NEVER_LEFT_OUT } from './question-text.ts';

/** A table of sums over questions, grouped by `key`. */
interface Sums {
  readonly table: string;
  readonly key: readonly string[];
  /** Decimal places of the sums that are not integers. */
  readonly sums: Readonly<Record<string, number>>;
  /** Columns that are all 0 in an empty row, which is deleted. */
  readonly emptyAtZero: readonly string[];
  /** SELECT of the amounts that each row of `touched` adds, or subtracts if its `sign` is negative. */
  readonly rows: string;
}

const when = (name: string, condition: string) => `CASE WHEN ${condition} THEN sign ELSE 0 END AS ${name}`;
const amount = (name: string, value: string, decimals: number) =>
  `sign * coalesce(round(${value}::numeric, ${decimals}), 0) AS ${name}`;
const integers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 0]));

/** Rounds milliseconds to two significant digits, the precision shown, which keeps the number of rows small. */
const twoDigits = (ms: string) => {
  const unit = `(10 ^ greatest(length(${ms}::text) - 2, 0))::integer`;
  return `(${ms} + ${unit} / 2) / ${unit} * ${unit}`;
};

/** SQL condition: the assistant did not know the answer, or failed. */
const UNANSWERED = '(has_answer AND NOT answered OR failed AND NOT has_answer)';

/**
 * Sums per client and, where many questions fall into few groups, for all clients together
 * (spec 002 §3, §9).
 */
const SUMS: readonly Sums[] = [
  {
    table: 'billing_day',
    key: ['client_id', 'day'],
    sums: integers('questions', 'answers'),
    emptyAtZero: ['questions'],
    rows: `SELECT client_id, billed_day AS day, sign AS questions, ${when('answers', 'has_answer')}
      FROM touched WHERE NOT begun`,
  },
  {
    table: 'analytics_day',
    key: ['client_id', 'day', 'level'],
    sums: {
      ...integers('sessions', 'questions', 'answers', 'unanswered', 'failed', 'up', 'down'),
      score_sum: 3,
      confidence_sum: 6,
      ...integers('excellent', 'good', 'fair', 'poor'),
    },
    emptyAtZero: ['sessions', 'questions'],
    rows: `SELECT client_id, day, level, ${[
      when('sessions', 'begun'),
      when('questions', 'NOT begun'),
      when('answers', 'has_answer'),
      when('unanswered', 'has_answer AND NOT answered'),
      when('failed', 'failed AND NOT has_answer'),
      when('up', "rating = 'up'"),
      when('down', "rating = 'down'"),
      amount('score_sum', 'score', 3),
      amount('confidence_sum', 'confidence', 6),
      when('excellent', 'score >= 0.8'),
      when('good', 'score >= 0.6 AND score < 0.8'),
      when('fair', 'score >= 0.4 AND score < 0.6'),
      when('poor', 'score < 0.4'),
    ].join(', ')} FROM touched WHERE since_reset`,
  },
  {
    table: 'analytics_time',
    key: ['day', 'level', 'measure', 'ms'],
    sums: integers('answers'),
    emptyAtZero: ['answers'],
    rows: `SELECT day, level, measure, ${twoDigits('time')} AS ms, sign AS answers
      FROM touched CROSS JOIN LATERAL (VALUES ('first_word', first_token_ms), ('whole_answer', duration_ms)) AS m(measure, time)
      WHERE since_reset AND has_answer AND time IS NOT NULL`,
  },
  {
    table: 'analytics_word',
    key: ['day', 'level', 'word'],
    sums: integers('questions'),
    emptyAtZero: ['questions'],
    rows: `SELECT day, level, word, sign AS questions
      FROM touched CROSS JOIN LATERAL unnest(words) AS word WHERE since_reset`,
  },
  {
    table: 'analytics_topic',
    key: ['month', 'level', 'question_group', 'topic'],
    sums: { ...integers('questions', 'answered', 'scored'), score_sum: 3, ...integers('up', 'down') },
    emptyAtZero: ['questions'],
    rows: `SELECT left(day, 7) AS month, level, question_group, topic, sign AS questions, ${[
      when('answered', 'answered'),
      when('scored', 'score IS NOT NULL'),
      amount('score_sum', 'score', 3),
      when('up', "rating = 'up'"),
      when('down', "rating = 'down'"),
    ].join(', ')} FROM touched WHERE since_reset AND topic IS NOT NULL`,
  },
  {
    table: 'analytics_gap',
    key: ['client_id', 'day', 'level', 'question_group', 'topic'],
    sums: integers('questions', 'unanswered', 'down'),
    emptyAtZero: ['questions'],
    rows: `SELECT client_id, day, level, question_group, topic, sign AS questions,
        ${when('unanswered', UNANSWERED)}, ${when('down', "rating = 'down'")}
      FROM touched WHERE since_reset AND topic IS NOT NULL AND (${UNANSWERED} OR rating = 'down')`,
  },
];

/** Columns summed per question, or per started conversation. */
const TOUCHED = `sign integer, begun boolean, client_id text, day text, since_reset boolean, billed_day text,
  level integer, has_answer boolean, answered boolean, failed boolean, rating text, score double precision,
  confidence double precision, first_token_ms integer, duration_ms integer, topic text, question_group text,
  words text[]`;
const COLUMNS = TOUCHED.split(',').map((column) => column.trim().split(' ')[0]);

const inTime = (at: string) => `(${at} AT TIME ZONE c.time_zone)::date::text AS day,
  c.reset_at IS NULL OR ${at} > c.reset_at AS since_reset`;
/** Selects the earlier time zones of the client of `q`. */
const zones = (which: string) =>
  `FROM read.billing_zone z WHERE z.generation = $1 AND z.client_id = q.client_id AND ${which}`;
const ZONE_THEN = `coalesce(
    (SELECT z.time_zone ${zones('z.until > q.asked_at')} ORDER BY z.until LIMIT 1), c.time_zone)`;
const BILLED_DAY = `greatest((q.asked_at AT TIME ZONE ${ZONE_THEN})::date,
    (SELECT max((z.until AT TIME ZONE z.time_zone)::date) ${zones('z.until <= q.asked_at')}))::text`;
const ofQuestion = (sign: number) => `${sign} AS sign, false AS begun, q.client_id, ${inTime('q.asked_at')},
  ${BILLED_DAY} AS billed_day, q.left_out_from AS level,
  q.answered_at IS NOT NULL AS has_answer, coalesce(q.answered, false) AS answered, q.failed,
  q.rating, q.score, q.confidence, q.first_token_ms, q.duration_ms, q.topic, q.question_group, q.words`;
const ofConversation = (
  sign: number,
) => `${sign}, true, v.client_id, ${inTime('v.started_at')}, NULL, ${NEVER_LEFT_OUT},
  false, false, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL::text[]`;

/**
 * Selects one row by its key. The redundant LIMIT makes the planner use a primary key lookup regardless of the
 * statistics of a growing table.
 */
const rowByKey = (table: string, name: string, where: string) =>
  `CROSS JOIN LATERAL (SELECT * FROM read.${table} AS t WHERE t.generation = $1 AND ${where} LIMIT 1) AS ${name}`;
const conversationOf = (id: string) =>
  rowByKey('analytics_conversation', 'v', `t.conversation_id = ${id} AND t.source = 'website'`);
const clientOf = (id: string) => rowByKey('analytics_client', 'c', `t.client_id = ${id}`);

const WANTED = 'jsonb_to_recordset($2::jsonb) AS wanted(conversation_id text, question_id text)';
const NOW = `
  SELECT ${ofQuestion(1)} FROM ${WANTED}
  ${rowByKey('analytics_question', 'q', 't.conversation_id = wanted.conversation_id AND t.question_id = wanted.question_id')}
  ${conversationOf('q.conversation_id')} ${clientOf('q.client_id')}
  UNION ALL
  SELECT ${ofConversation(1)} FROM ${WANTED} ${conversationOf('wanted.conversation_id')} ${clientOf('v.client_id')}
  WHERE wanted.question_id IS NULL`;

/** Recounts a question `{ conversation_id, question_id }`, or a started conversation `{ conversation_id }`. */
export const QUESTION_OR_CONVERSATION = {
  before: `SELECT coalesce(jsonb_agg(now), '[]')::text FROM (${NOW}) AS now`,
  after: `WITH touched AS MATERIALIZED (${NOW}
    UNION ALL SELECT -1, ${COLUMNS.slice(1).join(', ')} FROM jsonb_to_recordset($3::jsonb) AS was(${TOUCHED})
  ) ${sumStatements()}`,
};

const ofClient = (sign: 1 | -1) => `WITH touched AS MATERIALIZED (
    SELECT ${ofQuestion(sign)} FROM read.analytics_question q ${conversationOf('q.conversation_id')} ${clientOf('q.client_id')}
    WHERE q.generation = $1 AND q.client_id = $2
    UNION ALL
    SELECT ${ofConversation(sign)} FROM read.analytics_conversation v ${clientOf('v.client_id')}
    WHERE v.generation = $1 AND v.client_id = $2 AND v.source = 'website'
  ) ${sumStatements()}`;

/** Subtracts everything a client contributes before its days change; `ADD_CLIENT` adds it again afterwards. */
export const SUBTRACT_CLIENT = ofClient(-1);
export const ADD_CLIENT = ofClient(1);

/** Returns the statement after `touched`: adds to or subtracts from each table and deletes rows that become empty. */
function sumStatements(): string {
  const ctes = SUMS.flatMap(({ table, key, sums, emptyAtZero, rows }) => {
    const names = Object.keys(sums);
    const same = (other: string) => key.map((name) => `t.${name} = ${other}.${name}`).join(' AND ');
    const rounded = (value: string, decimals: number) =>
      decimals === 0 ? value : `round((${value})::numeric, ${decimals})::double precision`;
    const total = ([name, decimals]: [string, number]) => rounded(`sum(${name})`, decimals);
    const entries = Object.entries(sums);
    const net = `net_${table} AS MATERIALIZED (
      SELECT ${key.join(', ')}, ${entries.map((entry) => `${total(entry)} AS ${entry[0]}`).join(', ')}
      FROM (${rows}) AS rows GROUP BY ${key.join(', ')}
      HAVING ${entries.map((entry) => `${total(entry)} <> 0`).join(' OR ')})`;
    const deleted = `gone_${table} AS (
      DELETE FROM read.${table} WHERE ctid = ANY (ARRAY(
        SELECT t.ctid FROM net_${table} AS n CROSS JOIN LATERAL (
          SELECT t.ctid FROM read.${table} AS t WHERE t.generation = $1 AND ${same('n')}
            AND ${emptyAtZero.map((name) => `t.${name} + n.${name} = 0`).join(' AND ')} LIMIT 1) AS t
        WHERE ${emptyAtZero.map((name) => `n.${name} <= 0`).join(' AND ')}))
      RETURNING ${key.join(', ')})`;
    const put = `put_${table} AS (
      INSERT INTO read.${table} AS t (generation, ${[...key, ...names].join(', ')})
      SELECT $1, ${[...key, ...names].join(', ')} FROM net_${table} AS t
      WHERE NOT EXISTS (SELECT FROM gone_${table} AS g WHERE ${same('g')})
      ON CONFLICT (generation, ${key.join(', ')}) DO UPDATE SET
        ${entries.map(([name, decimals]) => `${name} = ${rounded(`t.${name} + excluded.${name}`, decimals)}`).join(', ')})`;
    return [net, deleted, put];
  });
  return `, ${ctes.join(', ')} SELECT 1`;
}
