import { promptType } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { ClientPrompt } from './contract.ts';

const LIVE = liveGeneration('prompts');

const row = z.object({
  id: z.string(),
  client_id: z.string(),
  prompt_type: promptType,
  prompt_content: z.string(),
  created_at: z.number(),
  changed_at: z.number(),
});

/** Returns a client's prompts, oldest first. */
export async function promptsOf(db: CommonQueryMethods, clientId: string): Promise<ClientPrompt[]> {
  const rows = await db.any(sql.type(row)`
    SELECT prompt_id AS id, client_id, prompt_type, content AS prompt_content, created_at, changed_at
    FROM read.client_prompt
    WHERE generation = ${LIVE} AND client_id = ${clientId}
    ORDER BY created_at, prompt_id
  `);
  return rows.map(({ created_at, changed_at, ...rest }) => ({
    ...rest,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(changed_at).toISOString(),
  }));
}

/** SQL fragment that changes with any of a client's prompts. */
export const promptsVersion = (clientId: string) => sql.fragment`
  coalesce((SELECT string_agg(prompt_id || ' ' || extract(epoch FROM changed_at), ',' ORDER BY prompt_id)
    FROM read.client_prompt WHERE generation = ${LIVE} AND client_id = ${clientId}), '')`;
