import { z } from 'zod';
import { defineEvent } from '../define.ts';

/**
 * Events of the stream `anchors-landline`: signed checkpoints of the log (RFC 6962 Merkle tree over every event of
 * `$all`, in order).
 */
export const anchorEvents = {
  LogAnchored: defineEvent({
    data: z.object({
      log_id: z.string(),
      /** Number of events covered by the previous anchor, and by this one. */
      from: z.int(),
      size: z.int(),
      /** Commit position of the last event covered. */
      position: z.string(),
      root: z.string(),
      /** Roots of the tree's complete subtrees, largest first: enough to extend the tree. */
      peaks: z.array(z.string()),
      /** First 8 bytes of each new event's hash, base64; they locate an altered event. */
      fingerprints: z.string(),
      /** Id of the Ed25519 key. */
      key_id: z.string(),
      signature: z.string(),
    }),
  }),
};
