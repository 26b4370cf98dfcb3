import { EVERYONE, PROPERTY_TYPES, propertyType, streams } from '@landline/event-schemas';
import { trainingFactors } from '@landline/scoring-engine';
import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { personOf } from '../candidates/actor-names.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId, READERS, type RouteSession, requireCandidate, WRITERS } from '../request-guards.ts';
import { modelInForce } from '../scoring/scoring-models.ts';
import { candidateClassification } from './classification.ts';
import {
  classificationResponse,
  classifyBody,
  classifyResponse,
  factorsResponse,
  trainingSummaryResponse,
} from './contract.ts';
import { classificationOf, factorUses, trainingScopes } from './queries.ts';
import { scopeOf } from './scope.ts';

/** Routes for classifications of candidates and the factors behind them (spec 001 §4, §7). */
export function classificationRoutes({ pool }: PropertyPorts): Route[] {
  const targetOf = async (candidateId: string, scope: string, session: RouteSession) => {
    const { dataset_key, property_type } = await requireCandidate(pool, candidateId, session);
    return {
      stream: streams.judgement(scope, candidateId),
      target: { candidateId, datasetKey: dataset_key, propertyType: property_type, scope },
    };
  };

  return [
    route.get('/api/geo/training/factors', {
      ...READERS,
      summary: 'Training factors for classifications',
      query: z.object({ propertyType: propertyType.default('adu') }),
      response: factorsResponse,
      reads: ['scoring'],
      async handle({ query, actor }) {
        const model = await modelInForce(pool, scopeOf(actor));
        return { success: true, data: { grouped: trainingFactors(model, query.propertyType) } };
      },
    }),
    route.get('/api/geo/training/summary', {
      may: ['SuperAdmin', 'Admin'],
      summary: 'Classification counts by training scope, and the use of each factor',
      query: z.object({ scope: z.string().min(1).max(60).default(EVERYONE) }),
      response: trainingSummaryResponse,
      reads: ['classifications', 'clients', 'scoring'],
      async handle({ query: { scope } }) {
        const model = await modelInForce(pool, scope);
        const [scopes, uses] = await Promise.all([trainingScopes(pool), factorUses(pool, scope)]);
        const factors = PROPERTY_TYPES.flatMap((property_type) => {
          const { positive, negative } = trainingFactors(model, property_type);
          return [...positive, ...negative].map((factor) => ({
            ...factor,
            property_type,
            used: uses.get(factor.id) ?? 0,
          }));
        });
        return { success: true, data: { scopes, factors } };
      },
    }),
    route.get('/api/geo/training/classification/:id', {
      ...READERS,
      summary: 'Classification of a candidate',
      params: byId,
      response: classificationResponse,
      reads: ['candidates', 'classifications'],
      async handle({ params, actor, session }) {
        await requireCandidate(pool, params.id, session);
        return { success: true, data: await classificationOf(pool, scopeOf(actor), params.id) };
      },
    }),
    route.post('/api/geo/training/classify', {
      ...WRITERS,
      summary: 'Classify a candidate as good or bad',
      body: classifyBody,
      response: classifyResponse,
      reads: ['candidates', 'scoring'],
      async handle({ body, actor, session, execute }) {
        const scope = scopeOf(actor);
        const { stream, target } = await targetOf(body.candidateId, scope, session);
        const factors = trainingFactors(await modelInForce(pool, scope), target.propertyType);
        if (body.propertyType !== undefined && body.propertyType !== target.propertyType) {
          throw new DomainError(
            'rule_broken',
            'PROPERTY_TYPE',
            `This property is scored as ${target.propertyType}, not as ${body.propertyType}.`,
            { data: { propertyType: target.propertyType } },
          );
        }
        const { events, at } = await execute(candidateClassification, {
          stream,
          command: {
            type: 'classify',
            ...target,
            classifiedBy: personOf(actor),
            classification: body.classification,
            notes: body.notes,
            factorIds: body.factorIds,
            originalScore: body.originalScore ?? null,
            knownFactorIds: new Set([...factors.positive, ...factors.negative].map((factor) => factor.id)),
          },
        });
        const [classified] = events;
        if (classified?.type !== 'PropertyClassified')
          throw new Error('The classify command appended no event');
        const { classification, notes, factor_ids, original_score } = classified.data;
        return {
          success: true,
          data: {
            candidateId: body.candidateId,
            classification,
            notes,
            factorIds: factor_ids,
            originalScore: original_score,
            created_at: at,
          },
          message: `Property classified as ${classification}`,
        };
      },
    }),
    route.delete('/api/geo/training/classification/:id', {
      ...WRITERS,
      summary: 'Remove a classification and its effect on the score; it stays in the history',
      params: byId,
      response: messageResponse,
      reads: ['candidates'],
      async handle({ params, actor, session, execute }) {
        const { stream, target } = await targetOf(params.id, scopeOf(actor), session);
        await execute(candidateClassification, { stream, command: { type: 'remove', ...target } });
        return { success: true, message: 'Classification removed' };
      },
    }),
  ];
}
