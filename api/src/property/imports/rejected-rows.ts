import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { type Pagination, paginationOf } from '../../platform/http/pagination.ts';
import { type RejectedRow, rejectedRow } from './contract.ts';

const countRow = z.object({ count: z.number() });

/** Rejected rows of a file, in file order. */
export interface RejectedRows {
  page(at: { page: number; limit: number }): Promise<{
    data: RejectedRow[];
    pagination: Pagination;
  }>;
  /** Returns up to `limit` rows after a line. */
  after(line: number, limit: number): Promise<readonly RejectedRow[]>;
}

/**
 * Returns the rejected rows of a file. `rows` is a table and a `WHERE` clause that selects the file, such as `t WHERE
 * import_id = …`.
 */
export function rejectedRows(db: CommonQueryMethods, rows: FragmentSqlToken): RejectedRows {
  return {
    async page(at) {
      const total = await db.oneFirst(sql.type(countRow)`SELECT count(*)::int AS count FROM ${rows}`);
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
