import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { paginationOf } from '../../platform/http/pagination.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type Subscriber, type SubscriberList, type SubscriberStatus, subscriberStatus } from './contract.ts';

export const SUBSCRIBER_PAGE = 50;

const LIVE = liveGeneration('inbox');

const row = z.object({
  subscriber_id: z.string(),
  email: z.string(),
  status: subscriberStatus,
  changed_at: z.number(),
});

const select = (status: SubscriberStatus | undefined, page: ReturnType<typeof sql.fragment>) => sql.type(row)`
  SELECT subscriber_id, email, status, changed_at FROM read.newsletter_subscriber
  WHERE generation = ${LIVE} AND ${status === undefined ? sql.fragment`true` : sql.fragment`status = ${status}`}
  ORDER BY changed_at DESC, subscriber_id
  ${page}
`;

const toSubscriber = ({ subscriber_id, changed_at, ...rest }: z.infer<typeof row>): Subscriber => ({
  id: subscriber_id,
  ...rest,
  changedAt: new Date(changed_at).toISOString(),
});

const countRow = z.object({ subscribed: z.number(), unsubscribed: z.number() });

/** Lists a page of subscribers, most recently changed first. */
export async function listSubscribers(
  db: CommonQueryMethods,
  { status, page }: { status?: SubscriberStatus | undefined; page: number },
): Promise<SubscriberList> {
  const [rows, counts] = await Promise.all([
    db.any(select(status, sql.fragment`LIMIT ${SUBSCRIBER_PAGE} OFFSET ${(page - 1) * SUBSCRIBER_PAGE}`)),
    db.one(sql.type(countRow)`
      SELECT count(*) FILTER (WHERE status = 'subscribed')::int AS subscribed,
        count(*) FILTER (WHERE status = 'unsubscribed')::int AS unsubscribed
      FROM read.newsletter_subscriber WHERE generation = ${LIVE}
    `),
  ]);
  const total = status === undefined ? counts.subscribed + counts.unsubscribed : counts[status];
  return {
    success: true,
    data: rows.map(toSubscriber),
    pagination: paginationOf({ page, limit: SUBSCRIBER_PAGE }, total),
    counts,
  };
}

/** Lists all current subscribers for the export. */
export async function allSubscribed(db: CommonQueryMethods): Promise<Subscriber[]> {
  return (await db.any(select('subscribed', sql.fragment``))).map(toSubscriber);
}
