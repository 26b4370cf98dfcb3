import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { OperationsPorts } from '../ports.ts';
import type { AiSystemConfig } from './status-contract.ts';

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
const knowledgeRow = z.object({ activeClients: z.number(), passages: z.number() });
const usageRow = z.object({
  model: z.string(),
  answers: z.number(),
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  cachedMs: z.number(),
  savedInput: z.number(),
  savedOutput: z.number(),
});
type ModelUsage = z.infer<typeof usageRow>;

/** Reads answer quality (spec 002 §9) and model usage of the last 30 days, and the model settings. */
export async function readAiSystemConfig({
  pool: db,
  config,
  answers: assistant,
}: Pick<OperationsPorts, 'pool' | 'config' | 'answers'>): Promise<AiSystemConfig> {
  const [answers, knowledge, models] = await Promise.all([
    readQuality(db),
    db.one(sql.type(knowledgeRow)`
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
    cachePerformance: cacheOf(models, config, assistant.cacheSize()),
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

/** Reads usage per model of the last 30 UTC days, including today. */
const readUsage = (db: CommonQueryMethods) =>
  db.any(sql.type(usageRow)`
    SELECT model, sum(answers)::int AS answers, sum(input_tokens) AS input, sum(output_tokens) AS output,
      sum(cached_answers)::int AS cached, sum(cached_milliseconds) AS "cachedMs",
      sum(saved_input_tokens) AS "savedInput", sum(saved_output_tokens) AS "savedOutput"
    FROM read.model_usage
    WHERE generation = ${liveGeneration('model-usage')}
      AND day > to_char(now() AT TIME ZONE 'UTC' - interval '30 days', 'YYYY-MM-DD')
    GROUP BY model ORDER BY answers DESC, model
  `);

const sumOf = (models: readonly ModelUsage[], figure: Exclude<keyof ModelUsage, 'model'>) =>
  models.reduce((sum, each) => sum + each[figure], 0);

/**
 * Returns the cost of tokens in US dollars; null for models without a configured price. An empty model stands for quotes;
 * their tokens come from dropped text of a model and are priced as the configured model's.
 */
function costOf(model: string, input: number, output: number, prices: Prices): number | null {
  const { OPENAI_MODEL, OPENAI_INPUT_PRICE, OPENAI_OUTPUT_PRICE } = prices;
  if (input + output === 0) return 0;
  if (
    (model !== OPENAI_MODEL && model !== '') ||
    OPENAI_INPUT_PRICE === undefined ||
    OPENAI_OUTPUT_PRICE === undefined
  )
    return null;
  return (input * OPENAI_INPUT_PRICE + output * OPENAI_OUTPUT_PRICE) / 1_000_000;
}

/** Returns the sum of the costs; null if one is unknown, since the sum would be too low. */
const sumOfCosts = (costs: readonly (number | null)[]) =>
  costs.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0);

export function usageOf(models: readonly ModelUsage[], prices: Prices): AiSystemConfig['openaiUsage'] {
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
    totalCost: sumOfCosts(models.map(({ model, input, output }) => costOf(model, input, output, prices))),
    note: noteOf(prices),
    modelBreakdown,
  };
}

export function cacheOf(
  models: readonly ModelUsage[],
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
    costSaved: sumOfCosts(
      models.map(({ model, savedInput, savedOutput }) => costOf(model, savedInput, savedOutput, prices)),
    ),
  };
}

function noteOf({ OPENAI_MODEL, OPENAI_INPUT_PRICE, OPENAI_OUTPUT_PRICE }: Prices): string {
  if (OPENAI_MODEL === undefined)
    return 'No model is configured. Answers are quoted from pages and use no tokens.';
  const source =
    'Tokens reported by the model for visitors in the last 30 days. Console questions are not included.';
  return OPENAI_INPUT_PRICE === undefined || OPENAI_OUTPUT_PRICE === undefined
    ? `${source} Set OPENAI_INPUT_PRICE and OPENAI_OUTPUT_PRICE to see costs.`
    : `${source} Price per million tokens: $${OPENAI_INPUT_PRICE} input, $${OPENAI_OUTPUT_PRICE} output.`;
}
