import { z } from 'zod';

/** The forms of the public pages. */
export const FORMS = ['quote', 'newsletter'] as const;
export const formName = z.enum(FORMS);
export type FormName = z.infer<typeof formName>;

/** GET /api/forms/:form/token: proof that our own form was opened, and when. */
export const formToken = z.object({
  token: z.string(),
  /** What is sent sooner after it was not filled in by a person. */
  minimumFillMs: z.int(),
});
export type FormToken = z.infer<typeof formToken>;

/** What each form sends beside its own fields. */
export const screenedFields = {
  /** A field that people do not see: whoever fills it in is a machine. */
  website: z.string().max(2_000).optional(),
  formToken: z.string().max(500).optional(),
};
export type ScreenedFields = { website?: string | undefined; formToken?: string | undefined };
