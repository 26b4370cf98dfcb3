import { z } from 'zod';
import { forgotPasswordBody } from '../../identity/sessions/contract.ts';
import { pageResponse } from '../../platform/http/response-contract.ts';
import { screenedFields } from './form-contract.ts';

/** Contact form messages (spec 000 §8). */
export const CONTACT_REQUEST_SENT = "Your message has been sent successfully! We'll be in touch soon.";
export const CONTACT_REQUEST_FAILED = 'There was an error sending your message. Please try again.';

const required = (message: string, subject: string) =>
  z.string(message).trim().min(1, message).max(200, `${subject} can have at most 200 characters`);

/** Contact form (spec 000 §5). */
export const contactRequestForm = z.object({
  firstName: required('Please enter your first name', 'A first name'),
  lastName: required('Please enter your last name', 'A last name'),
  email: forgotPasswordBody.shape.email,
  company: required('Please enter your company', 'A company name'),
  phoneNumber: z.string().trim().max(50, 'A phone number can have at most 50 characters').optional(),
  comments: z.string().trim().max(5_000, 'Comments can have at most 5,000 characters').optional(),
});
export type ContactRequestForm = z.infer<typeof contactRequestForm>;

/** POST /api/quotes/submit-quote */
export const submitQuoteBody = contactRequestForm.extend(screenedFields);

export const CONTACT_REQUEST_STATUSES = ['open', 'handled'] as const;
export const contactRequestStatus = z.enum(CONTACT_REQUEST_STATUSES);
export type ContactRequestStatus = z.infer<typeof contactRequestStatus>;

export const REQUESTS_PER_PAGE = 25;

/** A contact request as staff see it. */
export const contactRequest = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string(),
  phoneNumber: z.string().nullable(),
  comments: z.string().nullable(),
  /** False if the submission had no form token; it may come from a bot. */
  fromForm: z.boolean(),
  status: contactRequestStatus,
  submittedAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
  /** Name of the staff member who handled the request; null while it is open. */
  handledBy: z.string().nullable(),
});
export type ContactRequest = z.infer<typeof contactRequest>;

export const inboxQuery = z.object({
  status: contactRequestStatus.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});

/** GET /api/quotes: newest first. */
export const contactRequestList = pageResponse(contactRequest).extend({
  counts: z.object({ open: z.int(), handled: z.int() }),
});
export type ContactRequestList = z.infer<typeof contactRequestList>;
