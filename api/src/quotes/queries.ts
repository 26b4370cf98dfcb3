import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { paginationOf } from '../http/pagination.ts';
import { liveGeneration } from '../live-generation.ts';
import {
  type ContactRequest,
  type ContactRequestList,
  contactRequestStatus,
  INBOX_PAGE,
} from './contract.ts';

const row = z.object({
  request_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone_number: z.string().nullable(),
  comments: z.string().nullable(),
  from_form: z.boolean(),
  status: contactRequestStatus,
  submitted_at: z.number(),
  handled_at: z.number().nullable(),
  handled_by: z.string().nullable(),
});

const select = (where: ReturnType<typeof sql.fragment>, page: ReturnType<typeof sql.fragment>) => sql.type(
  row,
)`
  SELECT q.request_id, q.first_name, q.last_name, q.email, q.company, q.phone_number, q.comments, q.from_form,
    q.status, q.submitted_at, q.handled_at, trim(s.first_name || ' ' || s.last_name) AS handled_by
  FROM read.contact_request q
  LEFT JOIN read.staff_user s ON s.generation = ${liveGeneration('staff')} AND s.user_id = q.handled_by
  WHERE q.generation = ${liveGeneration('inbox')} AND ${where}
  ORDER BY q.submitted_at DESC, q.request_id
  ${page}
`;

const isoOf = (time: number) => new Date(time).toISOString();

const toContactRequest = (found: z.infer<typeof row>): ContactRequest => ({
  id: found.request_id,
  firstName: found.first_name,
  lastName: found.last_name,
  email: found.email,
  company: found.company,
  phoneNumber: found.phone_number,
  comments: found.comments,
  fromForm: found.from_form,
  status: found.status,
  submittedAt: isoOf(found.submitted_at),
  handledAt: found.handled_at === null ? null : isoOf(found.handled_at),
  handledBy: found.handled_by,
});

const counted = z.object({ open: z.number(), handled: z.number() });

/** A page of the contact requests, newest first, and how many of each status there are. */
export async function listContactRequests(
  db: CommonQueryMethods,
  { status, page }: { status?: 'open' | 'handled' | undefined; page: number },
): Promise<ContactRequestList> {
  const where = status === undefined ? sql.fragment`true` : sql.fragment`q.status = ${status}`;
  const [rows, counts] = await Promise.all([
    db.any(select(where, sql.fragment`LIMIT ${INBOX_PAGE} OFFSET ${(page - 1) * INBOX_PAGE}`)),
    db.one(sql.type(counted)`
      SELECT count(*) FILTER (WHERE status = 'open')::int AS open,
        count(*) FILTER (WHERE status = 'handled')::int AS handled
      FROM read.contact_request WHERE generation = ${liveGeneration('inbox')}
    `),
  ]);
  const total = status === undefined ? counts.open + counts.handled : counts[status];
  return {
    success: true,
    data: rows.map(toContactRequest),
    pagination: paginationOf({ page, limit: INBOX_PAGE }, total),
    counts,
  };
}

/** All of them, for the export. */
export async function allContactRequests(db: CommonQueryMethods): Promise<ContactRequest[]> {
  const rows = await db.any(select(sql.fragment`true`, sql.fragment``));
  return rows.map(toContactRequest);
}
