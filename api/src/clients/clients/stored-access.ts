import { streams } from '@landline/event-schemas';
import type pg from 'pg';
import type { Commands } from '../../platform/commands/commands.ts';
import type { ClientAccess } from '../../platform/http/session.ts';
import { type Client, client, isInUse } from './client.ts';

const SAVE = `
  INSERT INTO api.client_access AS known
    (client_id, revision, in_use, has_ai_assistant, has_geo_leads, demo_mode) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (client_id) DO UPDATE SET revision = excluded.revision, in_use = excluded.in_use,
    has_ai_assistant = excluded.has_ai_assistant, has_geo_leads = excluded.has_geo_leads,
    demo_mode = excluded.demo_mode
  WHERE known.revision < excluded.revision`;

/**
 * Stores a client's access before the response to a change is sent: a revocation takes effect immediately, which a read
 * model cannot ensure.
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

/** Loads a client's access from the event log and stores it. Undefined for an unknown client. */
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
