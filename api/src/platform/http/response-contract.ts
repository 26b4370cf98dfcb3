import { z } from 'zod';
import { pagination } from './pagination.ts';

/** Response of a command that returns nothing. */
export const succeeded = z.object({ success: z.literal(true) });

/** Response of a command, with a message for the user. */
export const done = succeeded.extend({ message: z.string() });
export type Done = z.infer<typeof done>;

/** Response that carries data. */
export const dataResponse = <Data extends z.ZodType>(data: Data) => succeeded.extend({ data });

/** Response with one page of a list. */
export const pageResponse = <Row extends z.ZodType>(row: Row) =>
  dataResponse(z.array(row)).extend({ pagination });
