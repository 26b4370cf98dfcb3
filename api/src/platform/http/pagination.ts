import { z } from 'zod';

export const pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });
export type Pagination = z.infer<typeof pagination>;

export const paginationOf = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
