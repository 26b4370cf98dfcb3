import { ERASED } from '@landline/event-schemas/personal';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { paginationOf } from '../../platform/http/pagination.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type Subscriber, type SubscriberList, type SubscriberStatus, subscriber } from './contract.ts';

export const SUBSCRIBERS_PER_PAGE = 50;

/** The live read model, without erased addresses. */
const SUBSCRIBERS = sql.fragment`
  read.newsletter_subscriber WHERE generation = ${liveGeneration('inbox')} AND email <> ${ERASED}
`;

const select = (status: SubscriberStatus | undefined, page: ReturnType<typeof sql.fragment>) => sql.type(
  subscriber,
)`
  SELECT subscriber_id AS id, email, status, changed_at AS "changedAt" FROM ${SUBSCRIBERS}
    AND ${status === undefined ? sql.fragment`true` : sql.fragment`status = ${status}`}
  ORDER BY changed_at DESC, subscriber_id
  ${page}
`;

const countRow = z.object({ subscribed: z.number(), unsubscribed: z.number() });

/** Lists a page of subscribers, most recently changed first. */
export async function listSubscribers(
  db: CommonQueryMethods,
  { status, page }: { status?: SubscriberStatus | undefined; page: number },
): Promise<SubscriberList> {
  const [data, counts] = await Promise.all([
    db.any(
      select(status, sql.fragment`LIMIT ${SUBSCRIBERS_PER_PAGE} OFFSET ${(page - 1) * SUBSCRIBERS_PER_PAGE}`),
    ),
    db.one(sql.type(countRow)`
      SELECT count(*) FILTER (WHERE status = 'subscribed')::int AS subscribed,
        count(*) FILTER (WHERE status = 'unsubscribed')::int AS unsubscribed
      FROM ${SUBSCRIBERS}
    `),
  ]);
  const total = status === undefined ? counts.subscribed + counts.unsubscribed : counts[status];
  return {
    success: true,
    data: [...data],
    pagination: paginationOf({ page, limit: SUBSCRIBERS_PER_PAGE }, total),
    counts,
  };
}

/** Lists all current subscribers, for the export. */
export const allSubscribed = (db: CommonQueryMethods): Promise<readonly Subscriber[]> =>
  db.any(select('subscribed', sql.fragment``));
