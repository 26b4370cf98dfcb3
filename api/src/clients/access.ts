import { streams } from '@landline/event-schemas';
import type pg from 'pg';
import type { Commands } from '../commands/commands.ts';
import { type Client, client } from './client.ts';

/** What a client may at present. */
export interface ClientAccess {
  /** False: closed or deactivated, so nothing is done in its name. */
  inUse: boolean;
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  demo_mode: boolean;
}

/** The row that every request of a client's user is checked against, joined to its session's. */
export interface AccessRow {
  in_use: boolean | null;
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  demo_mode: boolean;
}

const KEEP = `
  INSERT INTO api.client_access AS known
    (client_id, revision, in_use, has_ai_assistant, has_geo_leads, demo_mode) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (client_id) DO UPDATE SET revision = excluded.revision, in_use = excluded.in_use,
    has_ai_assistant = excluded.has_ai_assistant, has_geo_leads = excluded.has_geo_leads,
    demo_mode = excluded.demo_mode
  WHERE known.revision < excluded.revision`;

/**
 * Keeps what a client may in a table of ours, by the one who changed it and before the change is answered: a read
 * model would follow a moment later, and what revokes access has to hold at once (DESIGN §4).
 */
export async function keepAccess(
  pool: pg.Pool,
  state: NonNullable<Client>,
  revision: bigint,
): Promise<ClientAccess> {
  const access = accessIn(state);
  await pool.query(KEEP, [
    state.client_id,
    revision.toString(),
    access.inUse,
    access.has_ai_assistant,
    access.has_geo_leads,
    access.demo_mode,
  ]);
  return access;
}

/** What the log says that a client may; keeps it. Undefined for no client. */
export async function loadAccess(
  { commands, pg }: { commands: Commands; pg: pg.Pool },
  clientId: string,
): Promise<ClientAccess | undefined> {
  const { state, revision } = await commands.load(client, streams.client(clientId));
  return state && keepAccess(pg, state, revision);
}

/** What the session's query found; undefined where nothing was kept yet. */
export const accessOf = ({ in_use, ...products }: AccessRow): ClientAccess | undefined =>
  in_use === null ? undefined : { inUse: in_use, ...products };

const accessIn = (state: NonNullable<Client>): ClientAccess => ({
  inUse: state.active && !state.closed,
  has_ai_assistant: state.has_ai_assistant,
  has_geo_leads: state.has_geo_leads,
  demo_mode: state.product_config.demo_mode,
});
