import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { type Pagination, paginationOf } from '../http/pagination.ts';
import { type RejectedRow, rejectedRow } from './contract.ts';

const counted = z.object({ count: z.number() });

/** The rows of a file that could not be read. `rows` is where they are kept: a table and the condition that picks the file's. */
export interface RejectedRows {
  /** A page of them in file order, from 1, and how many pages there are. */
  page(at: { page: number; limit: number }): Promise<{
    data: RejectedRow[];
    pagination: Pagination;
  }>;
  /** Those behind line `line`, in file order. */
  after(line: number, limit: number): Promise<readonly RejectedRow[]>;
}

export function rejectedRows(db: CommonQueryMethods, rows: FragmentSqlToken): RejectedRows {
  return {
    async page(at) {
      const total = await db.oneFirst(sql.type(counted)`SELECT count(*)::int AS count FROM ${rows}`);
      const data = await db.any(sql.type(rejectedRow)`
        SELECT line, reason, raw FROM ${rows} ORDER BY line LIMIT ${at.limit} OFFSET ${(at.page - 1) * at.limit}
      `);
      return { data: [...data], pagination: paginationOf(at, total) };
    },
    after: (line, limit) =>
      db.any(sql.type(rejectedRow)`
        SELECT line, reason, raw FROM ${rows} AND line > ${line} ORDER BY line LIMIT ${limit}
      `),
  };
}
