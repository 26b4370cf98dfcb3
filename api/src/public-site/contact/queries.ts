import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { STAFF_USERS } from '../../identity/users/directory.ts';
import { paginationOf } from '../../platform/http/pagination.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import {
  type ContactRequest,
  type ContactRequestList,
  contactRequest,
  REQUESTS_PER_PAGE,
} from './contract.ts';

const select = (where: ReturnType<typeof sql.fragment>, page: ReturnType<typeof sql.fragment>) => sql.type(
  contactRequest,
)`
  SELECT q.request_id AS id, q.first_name AS "firstName", q.last_name AS "lastName", q.email, q.company,
    q.phone_number AS "phoneNumber", q.comments, q.from_form AS "fromForm", q.status,
    q.submitted_at AS "submittedAt", q.handled_at AS "handledAt",
    trim(s.first_name || ' ' || s.last_name) AS "handledBy"
  FROM read.contact_request q
  LEFT JOIN ${STAFF_USERS} AS s ON s.user_id = q.handled_by
  WHERE q.generation = ${liveGeneration('inbox')} AND ${where}
  ORDER BY q.submitted_at DESC, q.request_id
  ${page}
`;

const countRow = z.object({ open: z.number(), handled: z.number() });

/** Lists a page of contact requests, newest first, with counts by status. */
export async function listContactRequests(
  db: CommonQueryMethods,
  { status, page }: { status?: 'open' | 'handled' | undefined; page: number },
): Promise<ContactRequestList> {
  const where = status === undefined ? sql.fragment`true` : sql.fragment`q.status = ${status}`;
  const [data, counts] = await Promise.all([
    db.any(select(where, sql.fragment`LIMIT ${REQUESTS_PER_PAGE} OFFSET ${(page - 1) * REQUESTS_PER_PAGE}`)),
    db.one(sql.type(countRow)`
      SELECT count(*) FILTER (WHERE status = 'open')::int AS open,
        count(*) FILTER (WHERE status = 'handled')::int AS handled
      FROM read.contact_request WHERE generation = ${liveGeneration('inbox')}
    `),
  ]);
  const total = status === undefined ? counts.open + counts.handled : counts[status];
  return {
    success: true,
    data: [...data],
    pagination: paginationOf({ page, limit: REQUESTS_PER_PAGE }, total),
    counts,
  };
}

/** Lists all contact requests for the export. */
export const allContactRequests = (db: CommonQueryMethods): Promise<readonly ContactRequest[]> =>
  db.any(select(sql.fragment`true`, sql.fragment``));
