import { NEVER_LEFT_OUT } from './question-text.ts';

/**
 * Days are counted again from the questions themselves whenever one of them changes: what was counted is always what is
 * there, whatever was rated, answered late or answered twice. A question and its answer belong to the day on which it was
 * asked, in the client's time zone; only visitors of the client's website are counted.
 */

const DAY_COLUMNS = `sessions, questions, answers, unanswered, failed, up, down, score_sum, confidence_sum,
  excellent, good, fair, poor`;
const updated = DAY_COLUMNS.split(',')
  .map((name) => name.trim())
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** Rows of `t`: a client and its day, with what the day's bounds are. */
const bounds = `
  SELECT DISTINCT c.client_id, c.reset_at, day,
    day::timestamp AT TIME ZONE c.time_zone AS begins, (day + 1)::timestamp AT TIME ZONE c.time_zone AS ends
  FROM touched JOIN read.analytics_client c ON c.generation = $1 AND c.client_id = touched.client_id
  CROSS JOIN LATERAL (SELECT (touched.at AT TIME ZONE c.time_zone)::date AS day) AS d`;

const count = (touched: string) => `
  WITH touched AS (${touched}), days AS (${bounds}), asked AS (
    SELECT t.client_id, t.day, t.reset_at IS NULL OR q.asked_at > t.reset_at AS counted, q.left_out_from AS level,
      q.answered_at IS NOT NULL AS has_answer, q.answered, q.failed, q.rating, q.score, q.confidence
    FROM days t
    JOIN read.analytics_question q ON q.generation = $1 AND q.client_id = t.client_id
      AND q.asked_at >= t.begins AND q.asked_at < t.ends
    JOIN read.analytics_conversation v ON v.generation = $1 AND v.conversation_id = q.conversation_id
      AND v.source = 'website'
  ), billed AS (
    INSERT INTO read.billing_day (generation, client_id, day, questions, answers)
    SELECT $1, client_id, day::text, count(*), count(*) FILTER (WHERE has_answer) FROM asked GROUP BY client_id, day
    ON CONFLICT (generation, client_id, day) DO UPDATE SET questions = excluded.questions, answers = excluded.answers
  ), begun AS (
    SELECT t.client_id, t.day, count(*) AS sessions
    FROM days t
    JOIN read.analytics_conversation v ON v.generation = $1 AND v.client_id = t.client_id AND v.source = 'website'
      AND v.started_at >= t.begins AND v.started_at < t.ends AND (t.reset_at IS NULL OR v.started_at > t.reset_at)
    GROUP BY t.client_id, t.day
  )
  INSERT INTO read.analytics_day (generation, client_id, day, level, ${DAY_COLUMNS})
  SELECT $1, coalesce(a.client_id, b.client_id), coalesce(a.day, b.day)::text, coalesce(a.level, ${NEVER_LEFT_OUT}),
    coalesce(b.sessions, 0), coalesce(questions, 0), coalesce(answers, 0), coalesce(unanswered, 0),
    coalesce(failed, 0), coalesce(up, 0), coalesce(down, 0), coalesce(score_sum, 0), coalesce(confidence_sum, 0),
    coalesce(excellent, 0), coalesce(good, 0), coalesce(fair, 0), coalesce(poor, 0)
  FROM (
    SELECT client_id, day, level, count(*) AS questions, count(*) FILTER (WHERE has_answer) AS answers,
      count(*) FILTER (WHERE has_answer AND NOT answered) AS unanswered,
      count(*) FILTER (WHERE failed AND NOT has_answer) AS failed,
      count(*) FILTER (WHERE rating = 'up') AS up, count(*) FILTER (WHERE rating = 'down') AS down,
      round(sum(score)::numeric, 3)::double precision AS score_sum,
      round(sum(confidence)::numeric, 6)::double precision AS confidence_sum,
      count(*) FILTER (WHERE score >= 0.8) AS excellent,
      count(*) FILTER (WHERE score >= 0.6 AND score < 0.8) AS good,
      count(*) FILTER (WHERE score >= 0.4 AND score < 0.6) AS fair,
      count(*) FILTER (WHERE score < 0.4) AS poor
    FROM asked WHERE counted GROUP BY client_id, day, level
  ) AS a
  FULL JOIN begun b ON b.client_id = a.client_id AND b.day = a.day AND a.level = ${NEVER_LEFT_OUT}
  ON CONFLICT (generation, client_id, day, level) DO UPDATE SET ${updated}`;

/** For `{ conversation_id, question_id }`. */
export const COUNT_QUESTIONS = count(`
  SELECT q.client_id, q.asked_at AS at
  FROM jsonb_to_recordset($2::jsonb) AS of(conversation_id text, question_id text)
  JOIN read.analytics_question q ON q.generation = $1 AND q.conversation_id = of.conversation_id
    AND q.question_id = of.question_id`);

/** For `{ client_id }`: all its days, which were removed before. */
export const COUNT_CLIENTS = count(`
  SELECT q.client_id, q.asked_at AS at
  FROM jsonb_to_recordset($2::jsonb) AS of(client_id text)
  JOIN read.analytics_question q ON q.generation = $1 AND q.client_id = of.client_id`);

const countLoads = (touched: string) => `
  WITH touched AS (${touched}), days AS (${bounds})
  INSERT INTO read.widget_load_day (generation, client_id, day, kind, domain, loads)
  SELECT $1, t.client_id, t.day::text, l.kind, l.domain, sum(l.loads)
  FROM days t
  JOIN read.widget_load l ON l.generation = $1 AND l.client_id = t.client_id
    AND l.minute >= t.begins AND l.minute < t.ends AND (t.reset_at IS NULL OR l.minute > t.reset_at)
  GROUP BY t.client_id, t.day, l.kind, l.domain
  ON CONFLICT (generation, client_id, day, kind, domain) DO UPDATE SET loads = excluded.loads`;

/** For `{ client_id, at }`. */
export const COUNT_LOADS = countLoads(
  'SELECT client_id, at FROM jsonb_to_recordset($2::jsonb) AS of(client_id text, at timestamptz)',
);

/** For `{ client_id }`: all its days, which were removed before. */
export const COUNT_CLIENT_LOADS = countLoads(`
  SELECT l.client_id, l.minute AS at
  FROM jsonb_to_recordset($2::jsonb) AS of(client_id text)
  JOIN read.widget_load l ON l.generation = $1 AND l.client_id = of.client_id`);

const FIGURES = ['analytics_day', 'widget_load_day'];

/** What forgets a client's figures: what they are counted from stays. */
export const FORGET_FIGURES = FIGURES.map(
  (table) => `DELETE FROM read.${table} WHERE generation = $1 AND client_id = $2`,
);
export const FORGET_BILLED = 'DELETE FROM read.billing_day WHERE generation = $1 AND client_id = $2';
