import { z } from 'zod';

export const outboxMail = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type OutboxMail = z.infer<typeof outboxMail>;

/** Newest first. */
export const outboxResponse = z.object({ emails: z.array(outboxMail) });
