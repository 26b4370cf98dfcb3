import { type Actor, actor, streams } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { namesOf, personOf } from '../candidates/actor-names.ts';
import { scopeOf } from '../classification/scope.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId, READERS, requireCandidate, WRITERS } from '../request-guards.ts';
import { reviews } from './property-reviews.ts';
import { type Reviews, review, reviewBody, reviewsResponse } from './review-contract.ts';

const LIVE = liveGeneration('notes');

/** Routes for reviews of properties, separate for staff and each client (spec 001 §7). */
export function reviewRoutes({ pool }: PropertyPorts): Route[] {
  return [
    route.get('/api/geo/reviews/candidate/:id', {
      ...READERS,
      summary: 'Reviews of a property',
      params: byId,
      response: reviewsResponse,
      reads: ['notes', 'candidates', 'staff', 'clients'],
      async handle({ params, actor: viewer, session }) {
        const { id } = await requireCandidate(pool, params.id, session);
        return { success: true, ...(await reviewsOf(pool, id, viewer)) };
      },
    }),
    route.post('/api/geo/reviews', {
      ...WRITERS,
      summary: 'Review a property; replaces the previous review of the same person',
      body: reviewBody,
      response: messageResponse,
      status: 201,
      reads: ['candidates'],
      async handle({ body: { candidateId, rating, comment }, actor: reviewer, session, execute }) {
        const { id, dataset_key } = await requireCandidate(pool, candidateId, session);
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

const row = review.omit({ own: true }).extend({ reviewed_by: z.string(), author: actor });

async function reviewsOf(db: CommonQueryMethods, candidateId: string, viewer: Actor): Promise<Reviews> {
  const rows = await db.any(sql.type(row)`
    SELECT candidate_id AS "candidateId", rating, comment, reviewed_by, author, reviewed_at AS "createdAt"
    FROM read.review
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
    data: rows.map(({ reviewed_by, author, ...rest }) => ({
      ...rest,
      author: nameOf(author),
      own: reviewed_by === personOf(viewer),
    })),
    average: rows.length === 0 ? null : Math.round((sum / rows.length) * 10) / 10,
  };
}
