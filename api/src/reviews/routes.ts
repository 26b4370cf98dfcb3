import { type Actor, actor, streams } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { namesOf } from '../candidates/names.ts';
import { findCandidate } from '../candidates/queries.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Access } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { liveGeneration } from '../live-generation.ts';
import { scopeOf } from '../training/scope.ts';
import { type Reviews, reviewBody, reviewedResponse, reviewsResponse } from './contract.ts';
import { reviews } from './review.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
const LIVE = liveGeneration('notes');

/** Whoever acts as a client's user is the one who reviews. */
const personOf = ({ id, impersonatedBy }: Actor) => impersonatedBy ?? id;

/** Reviews of properties; those of staff and of each client are kept apart (spec 001 §7). */
export function reviewRoutes({ pool }: Deps): Route[] {
  async function seen(candidateId: string, access: Access) {
    const candidate = await findCandidate(pool, candidateId, access);
    if (!candidate) throw new DomainError('not_found', 'CANDIDATE_NOT_FOUND', 'Candidate not found');
    return candidate;
  }

  return [
    route({
      method: 'GET',
      path: '/api/geo/reviews/candidate/:id',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'What people make of a property',
      params: z.object({ id: z.uuid() }),
      response: reviewsResponse,
      reads: ['notes', 'candidates', 'staff', 'clients'],
      async handle({ params, actor: viewer, access }) {
        const { id } = await seen(params.id, access);
        return { success: true, ...(await reviewsOf(pool, id, viewer)) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/reviews',
      may: MAY,
      ofClient: { ...OF_CLIENT, notInDemo: true },
      summary: 'Reviews a property; the last one of each person counts',
      body: reviewBody,
      response: reviewedResponse,
      status: 201,
      reads: ['candidates'],
      async handle({ body: { candidateId, rating, comment }, actor: reviewer, access, execute }) {
        const { id, dataset_key } = await seen(candidateId, access);
        const scope = scopeOf(reviewer);
        const data = {
          candidate_id: id,
          dataset_key,
          scope,
          reviewed_by: personOf(reviewer),
          rating,
          comment,
        };
        await execute(reviews, { stream: streams.reviews(scope, id), command: { type: 'review', ...data } });
        return { success: true, message: 'Review saved' };
      },
    }),
  ];
}

const row = z.object({
  rating: z.int(),
  comment: z.string(),
  reviewed_by: z.string(),
  author: actor,
  reviewed_at: z.number(),
});

async function reviewsOf(db: CommonQueryMethods, candidateId: string, viewer: Actor): Promise<Reviews> {
  const rows = await db.any(sql.type(row)`
    SELECT rating, comment, reviewed_by, author, reviewed_at FROM read.review
    WHERE generation = ${LIVE} AND scope = ${scopeOf(viewer)} AND candidate_id = ${candidateId}
    ORDER BY reviewed_at DESC, reviewed_by
  `);
  const nameOf = await namesOf(
    db,
    rows.map(({ author }) => author),
    viewer,
  );
  const sum = rows.reduce((total, { rating }) => total + rating, 0);
  return {
    data: rows.map(({ rating, comment, reviewed_by, author, reviewed_at }) => ({
      candidateId,
      rating,
      comment,
      author: nameOf(author),
      own: reviewed_by === personOf(viewer),
      createdAt: new Date(reviewed_at).toISOString(),
    })),
    average: rows.length === 0 ? null : Math.round((sum / rows.length) * 10) / 10,
  };
}
