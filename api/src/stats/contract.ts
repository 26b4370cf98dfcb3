import { z } from 'zod';

/** GET /api/system-stats (spec 000 §3): counted from what happened. */
export const systemStats = z.object({
  /** Those with the assistant: the card is called AI Clients. */
  totalClients: z.int(),
  /** Staff and users of clients. */
  totalUsers: z.int(),
  /** Answers of the assistant. */
  totalAIMessages: z.int(),
  /** Content requests of the last 24 hours. */
  recentRequests: z.int(),
});
export type SystemStats = z.infer<typeof systemStats>;
