import { batchSql, type Projector } from '../../projector.ts';
import { double, integer, table, text } from '../../table.ts';

/** Usage per UTC day, `YYYY-MM-DD`, and model; an empty model means answers quoted from pages. */
export const modelUsage = table('model_usage', {
  key: ['day', 'model'],
  columns: {
    day: text(),
    model: text(),
    answers: integer(),
    milliseconds: double(),
    input_tokens: double(),
    output_tokens: double(),
    /** Answers served from the cache; the `saved_…` columns hold the tokens that the original answers took. */
    cached_answers: integer(),
    cached_milliseconds: double(),
    saved_input_tokens: double(),
    saved_output_tokens: double(),
  },
});

/** Each row is an answer, distinguished by its position. */
const ADD = `
  INSERT INTO read.model_usage AS total (generation, day, model, answers, milliseconds, input_tokens, output_tokens,
    cached_answers, cached_milliseconds, saved_input_tokens, saved_output_tokens)
  SELECT $1, day, model, count(*), sum(ms),
    coalesce(sum(input) FILTER (WHERE NOT cached), 0), coalesce(sum(output) FILTER (WHERE NOT cached), 0),
    count(*) FILTER (WHERE cached), coalesce(sum(ms) FILTER (WHERE cached), 0),
    coalesce(sum(input) FILTER (WHERE cached), 0), coalesce(sum(output) FILTER (WHERE cached), 0)
  FROM jsonb_to_recordset($2::jsonb) AS answer (day text, model text, cached boolean, ms float8, input float8, output float8)
  GROUP BY day, model
  ON CONFLICT (generation, day, model) DO UPDATE SET
    answers = total.answers + excluded.answers,
    milliseconds = total.milliseconds + excluded.milliseconds,
    input_tokens = total.input_tokens + excluded.input_tokens,
    output_tokens = total.output_tokens + excluded.output_tokens,
    cached_answers = total.cached_answers + excluded.cached_answers,
    cached_milliseconds = total.cached_milliseconds + excluded.cached_milliseconds,
    saved_input_tokens = total.saved_input_tokens + excluded.saved_input_tokens,
    saved_output_tokens = total.saved_output_tokens + excluded.saved_output_tokens`;

/** Tokens and time of answers by day and model (spec 002 §3: openaiUsage, cachePerformance). */
export const modelUsages: Projector<'model-usage'> = {
  name: 'model-usage',
  version: 1,
  tables: [modelUsage],
  on: {
    QuestionAnswered: ({ position, data, metadata }) =>
      batchSql(ADD, {
        position: String(position),
        day: metadata.at.slice(0, 10),
        model: data.model ?? '',
        cached: data.cached,
        ms: data.duration_ms,
        input: data.input_tokens ?? 0,
        output: data.output_tokens ?? 0,
      }),
  },
  audience: () => [],
};
