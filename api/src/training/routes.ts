import { EVERYONE, PROPERTY_TYPES, propertyType, streams } from '@landline/event-schemas';
import { trainingFactors } from '@landline/scoring-engine';
import { z } from 'zod';
import { findCandidate } from '../candidates/queries.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Access } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { modelInForce } from '../scoring/model-in-force.ts';
import {
  classificationResponse,
  classifyBody,
  classifyResponse,
  factorsResponse,
  removedResponse,
  trainingSummaryResponse,
} from './contract.ts';
import { judgement } from './judgement.ts';
import { classificationOf, factorUses, trainingScopes } from './queries.ts';
import { scopeOf } from './scope.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
/** Demo accounts look and do not judge (spec 001 §6). */
const NOT_IN_DEMO = { ...OF_CLIENT, notInDemo: true } as const;
const byId = z.object({ id: z.uuid() });

/** Good or bad, and why: what people think of candidates (spec 001 §4, §7). */
export function trainingRoutes({ pool }: Deps): Route[] {
  /** The candidate, where the caller may see it; a 404 otherwise. */
  const seen = async (candidateId: string, access: Access) => {
    const candidate = await findCandidate(pool, candidateId, access);
    if (!candidate) throw new DomainError('not_found', 'CANDIDATE_NOT_FOUND', 'Candidate not found');
    return candidate;
  };
  const subjectOf = async (candidateId: string, scope: string, access: Access) => {
    const candidate = await seen(candidateId, access);
    return {
      stream: streams.judgement(scope, candidateId),
      judged: {
        candidateId,
        datasetKey: candidate.dataset_key,
        propertyType: candidate.property_type,
        scope,
      },
    };
  };

  return [
    route({
      method: 'GET',
      path: '/api/geo/training/factors',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'The reasons that a classification can name',
      query: z.object({ propertyType: propertyType.default('adu') }),
      response: factorsResponse,
      reads: ['scoring'],
      async handle({ query, actor }) {
        const model = await modelInForce(pool, scopeOf(actor));
        return { success: true, data: { grouped: trainingFactors(model, query.propertyType) } };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/training/summary',
      may: ['SuperAdmin', 'Admin'],
      summary: 'Whose judgements train what, and the reasons that they name',
      query: z.object({ scope: z.string().min(1).max(60).default(EVERYONE) }),
      response: trainingSummaryResponse,
      reads: ['classifications', 'scoring'],
      async handle({ query: { scope } }) {
        const model = await modelInForce(pool, scope);
        const [scopes, used] = await Promise.all([trainingScopes(pool), factorUses(pool, scope)]);
        const factors = PROPERTY_TYPES.flatMap((property_type) => {
          const { positive, negative } = trainingFactors(model, property_type);
          return [...positive, ...negative].map((factor) => ({
            ...factor,
            property_type,
            used: used.get(factor.id) ?? 0,
          }));
        });
        return { success: true, data: { scopes, factors } };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/training/classification/:id',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'How a candidate is classified',
      params: byId,
      response: classificationResponse,
      reads: ['candidates', 'classifications'],
      async handle({ params, actor, access }) {
        await seen(params.id, access);
        return { success: true, data: await classificationOf(pool, scopeOf(actor), params.id) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/training/classify',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Classifies a candidate as good or bad',
      body: classifyBody,
      response: classifyResponse,
      reads: ['candidates', 'scoring'],
      async handle({ body, actor, access, execute }) {
        const scope = scopeOf(actor);
        const { stream, judged } = await subjectOf(body.candidateId, scope, access);
        const factors = trainingFactors(await modelInForce(pool, scope), judged.propertyType);
        if (body.propertyType !== undefined && body.propertyType !== judged.propertyType) {
          throw new DomainError(
            'rule_broken',
            'PROPERTY_TYPE',
            `This property is scored as ${judged.propertyType}, not as ${body.propertyType}.`,
          );
        }
        const { events, at } = await execute(judgement, {
          stream,
          command: {
            type: 'classify',
            ...judged,
            judgedBy: actor.impersonatedBy ?? actor.id,
            classification: body.classification,
            notes: body.notes,
            factorIds: body.factorIds,
            originalScore: body.originalScore ?? null,
            knownFactorIds: new Set([...factors.positive, ...factors.negative].map((factor) => factor.id)),
          },
        });
        const [classified] = events;
        if (classified?.type !== 'PropertyClassified') throw new Error('A classification left no event');
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
    route({
      method: 'DELETE',
      path: '/api/geo/training/classification/:id',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Removes a classification: its effect on the score ends, the record of it stays',
      params: byId,
      response: removedResponse,
      reads: ['candidates'],
      async handle({ params, actor, access, execute }) {
        const { stream, judged } = await subjectOf(params.id, scopeOf(actor), access);
        await execute(judgement, { stream, command: { type: 'remove', ...judged } });
        return { success: true, message: 'Classification removed' };
      },
    }),
  ];
}
