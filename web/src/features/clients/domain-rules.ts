import { addClientBody, editClientBody } from '@landline/api/clients/contract';
import type { z } from 'zod';

const problemIn = (result: z.ZodSafeParseResult<unknown>): string | undefined =>
  result.success ? undefined : result.error.issues[0]?.message;

/** What is wrong with a domain that may show the widget; the server says the same (spec 000 §5). */
export const authorizedDomainProblem = (domain: string) =>
  problemIn(editClientBody.shape.authorized_domains.safeParse([domain]));

/** What is wrong with a domain whose e-mail addresses may be invited (spec 002 §5). */
export const emailDomainProblem = (domain: string) =>
  problemIn(addClientBody.shape.allowed_email_domains.safeParse([domain]));
