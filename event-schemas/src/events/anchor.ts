import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** On `anchors-landline`: what the log was, signed (RFC 6962's Merkle tree over every event of `$all`, in its order). */
export const anchorEvents = {
  LogAnchored: defineEvent({
    data: z.object({
      log_id: z.string(),
      /** Events under the anchor before this one, and under this one. */
      from: z.int(),
      size: z.int(),
      /** Commit position of the last event under it. */
      position: z.string(),
      root: z.string(),
      /** The roots of the tree's whole subtrees, largest first: what it takes to go on from here. */
      peaks: z.array(z.string()),
      /** The first 8 bytes of each new event's hash, base64: so that one that does not fit can be named. */
      fingerprints: z.string(),
      /** Names the Ed25519 key. */
      key_id: z.string(),
      signature: z.string(),
    }),
  }),
};
