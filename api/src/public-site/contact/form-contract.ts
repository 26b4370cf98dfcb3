import { z } from 'zod';

/** The forms of the public pages. */
export const FORMS = ['quote', 'newsletter'] as const;
export const formName = z.enum(FORMS);
export type FormName = z.infer<typeof formName>;

/** GET /api/forms/:form/token: proves that the website's form was opened, and when. */
export const formToken = z.object({
  token: z.string(),
  /** Submissions sooner than this are rejected as automatic. */
  minimumFillMs: z.int(),
});
export type FormToken = z.infer<typeof formToken>;

export const screenedFields = {
  /** Hidden field (honeypot); only bots fill it in. */
  website: z.string().max(2_000).optional(),
  formToken: z.string().max(500).optional(),
};
export type ScreenedFields = { website?: string | undefined; formToken?: string | undefined };
