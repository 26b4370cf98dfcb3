import { addClientBody, editClientBody } from '@landline/api/clients/clients/contract';
import type { z } from 'zod';

const problemIn = (result: z.ZodSafeParseResult<unknown>): string | undefined =>
  result.success ? undefined : result.error.issues[0]?.message;

/** Returns the validation error of a domain where the widget may appear (spec 000 §5). */
export const authorizedDomainProblem = (domain: string) =>
  problemIn(editClientBody.shape.authorized_domains.safeParse([domain]));

/** Returns the validation error of a domain whose email addresses may be invited (spec 002 §5). */
export const emailDomainProblem = (domain: string) =>
  problemIn(addClientBody.shape.allowed_email_domains.safeParse([domain]));
