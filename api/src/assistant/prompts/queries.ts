import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type ClientPrompt, clientPrompt } from './contract.ts';

const LIVE = liveGeneration('prompts');

/** Returns a client's prompts, oldest first. */
export function promptsOf(db: CommonQueryMethods, clientId: string): Promise<readonly ClientPrompt[]> {
  return db.any(sql.type(clientPrompt)`
    SELECT prompt_id AS id, client_id, prompt_type, content AS prompt_content, page_url, review_since, created_at,
      changed_at AS updated_at
    FROM read.client_prompt
    WHERE generation = ${LIVE} AND client_id = ${clientId}
    ORDER BY created_at, prompt_id
  `);
}

const version = z.object({
  content: z.string(),
  page_url: z.string().nullable(),
  at: z.iso.datetime(),
  actor_id: z.string(),
});

/** Returns the versions of a client's prompt, newest first. */
export const promptVersions = (db: CommonQueryMethods, clientId: string, promptId: string) =>
  db.any(sql.type(version)`
    SELECT content, page_url, at, actor_id FROM read.client_prompt_version
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND prompt_id = ${promptId}
    ORDER BY revision DESC
  `);

/** Returns an SQL expression whose value changes whenever one of a client's prompts changes. */
export const promptsVersion = (clientId: string) => sql.fragment`
  coalesce((SELECT string_agg(prompt_id || ' ' || extract(epoch FROM changed_at), ',' ORDER BY prompt_id)
    FROM read.client_prompt WHERE generation = ${LIVE} AND client_id = ${clientId}), '')`;
