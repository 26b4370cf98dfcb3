import { type CommonQueryMethods, sql } from 'slonik';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type ClientPrompt, clientPrompt } from './contract.ts';

const LIVE = liveGeneration('prompts');

/** Returns a client's prompts, oldest first. */
export function promptsOf(db: CommonQueryMethods, clientId: string): Promise<readonly ClientPrompt[]> {
  return db.any(sql.type(clientPrompt)`
    SELECT prompt_id AS id, client_id, prompt_type, content AS prompt_content, created_at, changed_at AS updated_at
    FROM read.client_prompt
    WHERE generation = ${LIVE} AND client_id = ${clientId}
    ORDER BY created_at, prompt_id
  `);
}

/** SQL fragment that changes with any of a client's prompts. */
export const promptsVersion = (clientId: string) => sql.fragment`
  coalesce((SELECT string_agg(prompt_id || ' ' || extract(epoch FROM changed_at), ',' ORDER BY prompt_id)
    FROM read.client_prompt WHERE generation = ${LIVE} AND client_id = ${clientId}), '')`;
