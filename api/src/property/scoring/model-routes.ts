import { EVERYONE, PROPERTY_TYPES, propertyType, streams } from '@landline/event-schemas';
import { modelHash, rulesHash, type ScoringModel } from '@landline/scoring-engine';
import { labelOf } from '@landline/scoring-engine/kinds';
import { publishableModel } from '@landline/scoring-engine/model/check';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { scopeOf } from '../classification/scope.ts';
import type { PropertyPorts } from '../ports.ts';
import {
  type ModelSummary,
  modelResponse,
  type PublishBody,
  publishBody,
  publishResponse,
} from './contract.ts';
import { publishedModel, READINGS, readingOf } from './published-model.ts';
import { modelInForce, newestModelOf } from './scoring-models.ts';

/** Routes for reading the current scoring model and publishing a new one. */
export function modelRoutes({ pool }: PropertyPorts): Route[] {
  return [
    route.get('/api/geo/scoring/model', {
      may: ['SuperAdmin', 'Admin'],
      summary: 'Summary of the current scoring model',
      query: z.object({ scope: z.string().min(1).max(60).optional() }),
      response: modelResponse,
      reads: ['scoring', 'scores'],
      async handle({ actor, query }) {
        const scope = query.scope ?? scopeOf(actor);
        const newest = await newestModelOf(pool, scope);
        const model = await modelInForce(pool, scope, newest.modelHash);
        const behind = await datasetsBehind(pool, newest, model);
        return { success: true, data: summaryOf(model, newest, behind) };
      },
    }),
    route.post('/api/geo/scoring/model', {
      may: ['SuperAdmin'],
      summary: 'Publish a scoring model for everyone and keep its training',
      body: publishBody,
      response: publishResponse,
      async handle({ body, execute }) {
        const document = documentOf(body);
        const { events, state } = await execute(publishedModel, {
          stream: streams.trainingModel(EVERYONE),
          command: { document },
        });
        const model = state ?? document;
        return {
          success: true,
          data: { model_hash: modelHash(model), name: model.name, reading: readingOf(model) },
          message: events.length > 0 ? 'Scoring model published' : 'This scoring model is already in use',
        };
      },
    }),
  ];
}

function documentOf(body: PublishBody): ScoringModel {
  if ('reading' in body) return READINGS[body.reading];
  const parsed = publishableModel.safeParse(body.model);
  if (parsed.success) return parsed.data;
  throw new DomainError('rule_broken', 'MODEL_INVALID', 'This is not a valid scoring model.', {
    details: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
      path: ['body', 'model', ...path].join('.'),
      message,
    })),
  });
}

const scoredRow = z.object({ dataset_key: z.string(), property_type: propertyType, model_hash: z.string() });

/** Returns datasets whose scores do not follow the newest model's rules for their property type yet. */
async function datasetsBehind(
  db: CommonQueryMethods,
  { scope, modelHash }: { scope: string; modelHash: string },
  newest: ScoringModel,
): Promise<string[]> {
  const rows = await db.any(sql.type(scoredRow)`
    SELECT l.dataset_key, d.property_type, l.model_hash FROM scoring.live_set l
    JOIN read.dataset d ON d.generation = ${liveGeneration('datasets')}
      AND d.dataset_key = l.dataset_key
    WHERE l.scope = ${scope} AND l.model_hash <> ${modelHash}
    ORDER BY l.dataset_key
  `);
  const behind: string[] = [];
  for (const { dataset_key, property_type, model_hash } of rows) {
    const model = await modelInForce(db, scope, model_hash);
    if (rulesHash(model, property_type) !== rulesHash(newest, property_type)) behind.push(dataset_key);
  }
  return behind;
}

function summaryOf(
  model: ScoringModel,
  { modelHash, publishedAt }: { modelHash: string; publishedAt: string },
  behind: string[],
): ModelSummary {
  const learned = PROPERTY_TYPES.flatMap((property_type) =>
    model[property_type].learned.map(({ trait, ...factor }) => ({
      property_type,
      trait: labelOf(model, property_type, trait),
      ...factor,
    })),
  );
  return {
    name: model.name,
    model_hash: modelHash,
    published_at: publishedAt,
    reading: readingOf(model),
    open_space_penalty: penaltiesOf(model),
    learned: learned.sort((a, b) => Math.abs(b.adjustment_value) - Math.abs(a.adjustment_value)),
    behind,
  };
}

/**
 * Returns the penalty bands from most to least open space. A band without an upper bound ends where the previous band
 * starts; the last band covers everything below.
 */
function penaltiesOf({ ios: { open_space_penalty } }: ScoringModel): ModelSummary['open_space_penalty'] {
  const { why = null, bands, otherwise } = open_space_penalty;
  const sortedBands = bands.toSorted((a, b) => (b.from ?? 0) - (a.from ?? 0));
  const listedBands = sortedBands.map(({ label, from = null, to, value }, n) => ({
    label,
    from,
    to: to ?? sortedBands[n - 1]?.from ?? null,
    value,
  }));
  const { label, value } = otherwise;
  return { why, bands: [...listedBands, { label, from: null, to: sortedBands.at(-1)?.from ?? null, value }] };
}
