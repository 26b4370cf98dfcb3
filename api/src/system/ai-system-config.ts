import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { liveGeneration } from '../live-generation.ts';
import type { AiSystemConfig } from './contract.ts';

type Prices = Pick<Config, 'OPENAI_MODEL' | 'OPENAI_INPUT_PRICE' | 'OPENAI_OUTPUT_PRICE'>;

const quality = z.object({
  totalResponses: z.number(),
  averageScore: z.number().nullable(),
  averageConfidence: z.number().nullable(),
  excellent: z.number(),
  good: z.number(),
  fair: z.number(),
  poor: z.number(),
});
const learned = z.object({ activeClients: z.number(), passages: z.number() });
const used = z.object({
  model: z.string(),
  answers: z.number(),
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  cachedMs: z.number(),
  savedInput: z.number(),
  savedOutput: z.number(),
});
type Used = z.infer<typeof used>;

/** How good answers to visitors were in the last 30 days (spec 002 §9), what they took, and what they are made by. */
export async function readAiSystemConfig({
  pool: db,
  config,
  answers: assistant,
}: Pick<Deps, 'pool' | 'config' | 'answers'>): Promise<AiSystemConfig> {
  const [answers, knowledge, models] = await Promise.all([
    readQuality(db),
    db.one(sql.type(learned)`
      SELECT count(DISTINCT client_id)::int AS "activeClients", count(*)::int AS passages
      FROM api.chunk JOIN api.page_content USING (client_id, page_id) WHERE NOT withheld
    `),
    readUsage(db),
  ]);
  const { excellent, good, fair, poor, ...qualityMetrics } = answers;
  const { OPENAI_MODEL = null } = config;
  const retired = models.flatMap(({ model }) => (model === '' || model === OPENAI_MODEL ? [] : [model]));
  return {
    openaiUsage: usageOf(models, config),
    qualityMetrics: { ...qualityMetrics, qualityDistribution: { excellent, good, fair, poor } },
    cachePerformance: cacheOf(models, config, assistant.kept()),
    modelSettings: {
      primaryModel: OPENAI_MODEL,
      defaultTemperature: null,
      maxTokens: null,
      ...knowledge,
      modelVersions: [
        ...(OPENAI_MODEL === null ? [] : [{ name: OPENAI_MODEL, status: 'active' as const }]),
        ...retired.map((name) => ({ name, status: 'retired' as const })),
      ],
    },
  };
}

const readQuality = (db: CommonQueryMethods) =>
  db.one(sql.type(quality)`
    SELECT count(*)::int AS "totalResponses", avg(score)::float8 AS "averageScore",
      avg(confidence)::float8 AS "averageConfidence",
      (count(*) FILTER (WHERE score >= 0.8))::int AS excellent,
      (count(*) FILTER (WHERE score >= 0.6 AND score < 0.8))::int AS good,
      (count(*) FILTER (WHERE score >= 0.4 AND score < 0.6))::int AS fair,
      (count(*) FILTER (WHERE score < 0.4))::int AS poor
    FROM read.analytics_question JOIN read.analytics_conversation USING (generation, conversation_id)
    WHERE generation = ${liveGeneration('analytics')} AND source = 'website'
      AND answered_at > now() - interval '30 days'
  `);

/** The last 30 days of UTC, today among them. */
const readUsage = (db: CommonQueryMethods) =>
  db.any(sql.type(used)`
    SELECT model, sum(answers)::int AS answers, sum(input_tokens) AS input, sum(output_tokens) AS output,
      sum(cached_answers)::int AS cached, sum(cached_milliseconds) AS "cachedMs",
      sum(saved_input_tokens) AS "savedInput", sum(saved_output_tokens) AS "savedOutput"
    FROM read.model_usage
    WHERE generation = ${liveGeneration('model-usage')}
      AND day > to_char(now() AT TIME ZONE 'UTC' - interval '30 days', 'YYYY-MM-DD')
    GROUP BY model ORDER BY answers DESC, model
  `);

const sumOf = (models: readonly Used[], figure: Exclude<keyof Used, 'model'>) =>
  models.reduce((sum, each) => sum + each[figure], 0);

/** What tokens of a model cost; null where its price is not known, which is that of the present model alone. */
function costOf(model: string, input: number, output: number, prices: Prices): number | null {
  const { OPENAI_MODEL, OPENAI_INPUT_PRICE, OPENAI_OUTPUT_PRICE } = prices;
  if (input + output === 0) return 0;
  if (model !== OPENAI_MODEL || OPENAI_INPUT_PRICE === undefined || OPENAI_OUTPUT_PRICE === undefined)
    return null;
  return (input * OPENAI_INPUT_PRICE + output * OPENAI_OUTPUT_PRICE) / 1_000_000;
}

/** Null as soon as one part is not known: a sum without it would be too low. */
const total = (costs: readonly (number | null)[]) =>
  costs.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0);

export function usageOf(models: readonly Used[], prices: Prices): AiSystemConfig['openaiUsage'] {
  const modelBreakdown = models
    .filter(({ model }) => model !== '')
    .map(({ model, answers, input, output }) => ({
      model,
      answers,
      tokens: input + output,
      cost: costOf(model, input, output, prices),
    }));
  const inputTokens = sumOf(models, 'input');
  const outputTokens = sumOf(models, 'output');
  return {
    totalTokens: inputTokens + outputTokens,
    inputTokens,
    outputTokens,
    totalCost: total(modelBreakdown.map(({ cost }) => cost)),
    note: noteOf(prices),
    modelBreakdown,
  };
}

export function cacheOf(
  models: readonly Used[],
  prices: Prices,
  totalEntries: number,
): AiSystemConfig['cachePerformance'] {
  const answers = sumOf(models, 'answers');
  const cached = sumOf(models, 'cached');
  return {
    hitRate: answers === 0 ? null : cached / answers,
    totalEntries,
    avgResponseTime: cached === 0 ? null : Math.round(sumOf(models, 'cachedMs') / cached),
    tokensSaved: sumOf(models, 'savedInput') + sumOf(models, 'savedOutput'),
    costSaved: total(
      models.map(({ model, savedInput, savedOutput }) => costOf(model, savedInput, savedOutput, prices)),
    ),
  };
}

function noteOf({ OPENAI_MODEL, OPENAI_INPUT_PRICE, OPENAI_OUTPUT_PRICE }: Prices): string {
  if (OPENAI_MODEL === undefined)
    return 'No model is set: answers are quoted from the pages, and take no tokens.';
  const counted =
    'As the model counted them, for visitors in the last 30 days; what staff ask in the console is not recorded.';
  return OPENAI_INPUT_PRICE === undefined || OPENAI_OUTPUT_PRICE === undefined
    ? `${counted} Set OPENAI_INPUT_PRICE and OPENAI_OUTPUT_PRICE to see what they cost.`
    : `${counted} A million tokens cost $${OPENAI_INPUT_PRICE} read and $${OPENAI_OUTPUT_PRICE} written.`;
}
