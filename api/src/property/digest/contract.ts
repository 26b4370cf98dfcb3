import { z } from 'zod';

export const digestBody = z.object({ subscribed: z.boolean() });
export const digestResponse = z.object({ success: z.literal(true), data: digestBody });
