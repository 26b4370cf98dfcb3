import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { AiSystemConfig } from './contract.ts';

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

/** How good the answers of the last 30 days were, by the steps of spec 002 §9, and what they are made by. */
export async function readAiSystemConfig(
  db: CommonQueryMethods,
  { OPENAI_MODEL }: Pick<Config, 'OPENAI_MODEL'>,
): Promise<AiSystemConfig> {
  const [answers, knowledge] = await Promise.all([
    db.one(sql.type(quality)`
      SELECT count(*)::int AS "totalResponses", avg(score)::float8 AS "averageScore",
        avg(confidence)::float8 AS "averageConfidence",
        (count(*) FILTER (WHERE score >= 0.8))::int AS excellent,
        (count(*) FILTER (WHERE score >= 0.6 AND score < 0.8))::int AS good,
        (count(*) FILTER (WHERE score >= 0.4 AND score < 0.6))::int AS fair,
        (count(*) FILTER (WHERE score < 0.4))::int AS poor
      FROM read.analytics_question
      WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'analytics')
        AND answered_at > now() - interval '30 days'
    `),
    db.one(sql.type(learned)`
      SELECT count(DISTINCT client_id)::int AS "activeClients", count(*)::int AS passages
      FROM api.chunk JOIN api.page_content USING (client_id, page_id) WHERE NOT withheld
    `),
  ]);
  const { excellent, good, fair, poor, ...qualityMetrics } = answers;
  return {
    qualityMetrics: { ...qualityMetrics, qualityDistribution: { excellent, good, fair, poor } },
    modelSettings: { primaryModel: OPENAI_MODEL ?? null, ...knowledge },
  };
}
