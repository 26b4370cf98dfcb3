import { erasedKind } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse, pageResponse, successResponse } from '../../platform/http/response-contract.ts';

/**
 * GET /api/admin/erasures/find: people by email; property owners by parcel number, address or name; imports by file name or
 * text of a rejected row.
 */
export const FIND_BY = ['email', 'property', 'import'] as const;
export type FindBy = (typeof FIND_BY)[number];
/** Minimum length of a search term, in characters. */
export const SEARCH_MIN = 3;
export const findQuery = z.object({
  by: z.enum(FIND_BY),
  sought: z.string().trim().min(SEARCH_MIN).max(320),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export const foundPerson = z.object({
  kind: erasedKind,
  id: z.string(),
  /** Distinguishes several results, e.g. a client's name or a file name. */
  about: z.string().nullable(),
  since: z.iso.datetime(),
});
export type FoundPerson = z.infer<typeof foundPerson>;
export const findResponse = pageResponse(foundPerson);
export type FoundPeople = Omit<z.infer<typeof findResponse>, 'success'>;

/** POST /api/admin/erasures */
export const requestBody = z.object({
  kind: erasedKind,
  id: z.string().min(1).max(100),
  /** Ticket number. It is not erased, so it must not contain names. */
  reference: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\w#/.-]*$/, 'A reference must be a number or code, not a name')
    .default(''),
});
export type ErasureBody = z.input<typeof requestBody>;
export const requestResponse = successResponse.extend({ id: z.string() });

/** Confirmation typed by the approver, since erasure is permanent. */
export const ERASE = 'ERASE';
export const approveBody = z.object({ confirmation: z.literal(ERASE) });

const person = z.object({ id: z.string(), name: z.string().nullable() });
export const erasureRecord = z.object({
  id: z.string(),
  kind: erasedKind,
  personId: z.string(),
  reference: z.string(),
  status: z.enum(['requested', 'erasing', 'erased', 'declined']),
  requestedAt: z.iso.datetime(),
  requestedBy: person,
  decidedAt: z.iso.datetime().nullable(),
  /** Null also if the system decided. */
  decidedBy: person.nullable(),
  /** Set if the system declined an approved request. */
  declineReason: z.string().nullable(),
  erasedAt: z.iso.datetime().nullable(),
  /** False if the caller requested it and there was another SuperAdmin in the last 24 hours. */
  mayApprove: z.boolean(),
});
export type ErasureRecord = z.infer<typeof erasureRecord>;
export const erasuresResponse = dataResponse(z.array(erasureRecord));

/** GET and PUT /api/admin/retention/:clientId */
export const retention = z.object({ days: z.int().min(1).max(3_650).nullable() });
export const retentionResponse = dataResponse(
  z.array(z.object({ clientId: z.string(), clientName: z.string(), days: z.int().nullable() })),
);
export type Retentions = z.infer<typeof retentionResponse>['data'];
