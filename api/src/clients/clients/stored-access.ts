import { streams } from '@landline/event-schemas';
import type pg from 'pg';
import type { Commands } from '../../platform/commands/commands.ts';
import type { ClientAccess } from '../../platform/http/session.ts';
import { type Client, client, isInUse } from './client.ts';

const SAVE = `
  INSERT INTO api.client_access AS stored
    (client_id, revision, in_use, has_ai_assistant, has_geo_leads, demo_mode) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (client_id) DO UPDATE SET revision = excluded.revision, in_use = excluded.in_use,
    has_ai_assistant = excluded.has_ai_assistant, has_geo_leads = excluded.has_geo_leads,
    demo_mode = excluded.demo_mode
  WHERE stored.revision < excluded.revision`;

/**
 * Stores a client's access. Call it before responding to a change, so that a revocation takes effect immediately; a read
 * model may lag.
 */
export async function saveAccess(
  pool: pg.Pool,
  state: NonNullable<Client>,
  revision: bigint,
): Promise<Omit<ClientAccess, 'datasets'>> {
  const access = accessOf(state);
  await pool.query(SAVE, [
    state.client_id,
    revision.toString(),
    access.inUse,
    access.has_ai_assistant,
    access.has_geo_leads,
    access.demo_mode,
  ]);
  return access;
}

/** Loads a client's access from its stream and stores it; returns undefined for an unknown client. */
export async function loadAccess(
  { commands, pg }: { commands: Commands; pg: pg.Pool },
  clientId: string,
): Promise<Omit<ClientAccess, 'datasets'> | undefined> {
  const { state, revision } = await commands.load(client, streams.client(clientId));
  return state && (await saveAccess(pg, state, revision));
}

const accessOf = (state: NonNullable<Client>): Omit<ClientAccess, 'datasets'> => ({
  inUse: isInUse(state),
  has_ai_assistant: state.has_ai_assistant,
  has_geo_leads: state.has_geo_leads,
  demo_mode: state.product_config.demo_mode,
});
