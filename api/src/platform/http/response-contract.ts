import { z } from 'zod';
import { pagination } from './pagination.ts';
import './validation-messages.ts'; // here, because the API and the web share the contracts

/** Response of a command that returns nothing. */
export const successResponse = z.object({ success: z.literal(true) });

/** Response of a command, with a message for the user. */
export const messageResponse = successResponse.extend({ message: z.string() });
export type MessageResponse = z.infer<typeof messageResponse>;

/** Response that carries data. */
export const dataResponse = <Data extends z.ZodType>(data: Data) => successResponse.extend({ data });

/** Response with one page of a list. */
export const pageResponse = <Row extends z.ZodType>(row: Row) =>
  dataResponse(z.array(row)).extend({ pagination });
