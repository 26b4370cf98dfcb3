import { contentRequestPriority } from '@landline/event-schemas';
import { contentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { z } from 'zod';
import { messageResponse } from '../../platform/http/response-contract.ts';

/** Messages prescribed by spec 000 §5, §8 and 002 §8. */
export const CONTENT_REQUEST_TEXTS = {
  urlRequired: 'Please enter a valid URL',
  submitted: "Content request submitted successfully! We'll process it within 24-48 hours.",
  statusChanged: (status: string) => `Content request ${status} successfully`,
} as const;

export const contentRequestRecord = z.object({
  id: z.string(),
  client_id: z.string(),
  url: z.string(),
  description: z.string(),
  priority: contentRequestPriority,
  status: contentRequestStatus,
  created_at: z.iso.datetime(),
  /** Time of the last status change. */
  updated_at: z.iso.datetime(),
  adminNotes: z.string().nullable(),
});
export type ContentRequestRecord = z.infer<typeof contentRequestRecord>;

/** Content requests of a client, newest first. */
export const contentRequestList = z.object({ requests: z.array(contentRequestRecord) });
export type ContentRequestList = z.infer<typeof contentRequestList>;

/** GET /api/ai/admin-content-requests/pending: by priority, then oldest first. */
export const pendingContentRequest = contentRequestRecord.extend({ client_name: z.string() });
export const pendingContentRequests = z.object({ requests: z.array(pendingContentRequest) });
export type PendingContentRequests = z.infer<typeof pendingContentRequests>;

const invalid = { message: CONTENT_REQUEST_TEXTS.urlRequired };
const URL_MAX = 2_000;
const DESCRIPTION_MAX = 2_000;

/** URL as typed, with `https://` added if it has no scheme. */
const requestedUrl = z
  .string(CONTENT_REQUEST_TEXTS.urlRequired)
  .trim()
  .min(1, invalid)
  .max(URL_MAX, `A URL can have at most ${URL_MAX.toLocaleString('en')} characters`)
  .transform((text) => (/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`))
  .pipe(z.url({ protocol: /^https?$/, hostname: /\./, ...invalid }));

/** POST /api/ai/content-requests (spec 000 §7). `clientName` is ignored. */
export const contentRequestBody = z.object({
  clientId: z.string().min(1).max(100),
  url: requestedUrl,
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, `A description can have at most ${DESCRIPTION_MAX.toLocaleString('en')} characters`)
    .default(''),
  priority: contentRequestPriority.default('medium'),
  clientName: z.string().max(200).optional(),
});
export type ContentRequestBody = z.input<typeof contentRequestBody>;

export const contentRequestSubmitted = messageResponse.extend({
  id: z.string(),
});

/** PATCH /api/ai/admin-content-requests/{id}/status (spec 002 §7). */
export const contentRequestStatusBody = z.object({
  status: contentRequestStatus,
  /** Shown to the client; defaults to the step's note. An empty text sends no note. */
  adminNotes: z.string().trim().max(1_000, 'A note can have at most 1,000 characters').optional(),
});
