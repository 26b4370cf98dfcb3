import { streams } from '@landline/event-schemas';
import type pg from 'pg';
import type { Commands } from '../commands/commands.ts';
import { type GrantedDatasets, grantedBy } from '../grants/access.ts';
import { type DatasetAccess, datasetAccess } from '../grants/dataset-access.ts';
import { type Client, client } from './client.ts';

/** What a client may at present. */
export interface ClientAccess {
  /** False: closed or deactivated, so nothing is done in its name. */
  inUse: boolean;
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  demo_mode: boolean;
  /** What of the Property Finder was granted to it. */
  datasets: GrantedDatasets;
}

/** The row that every request of a client's user is checked against, joined to its session's. */
export interface AccessRow {
  in_use: boolean | null;
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  demo_mode: boolean;
  datasets: GrantedDatasets;
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
): Promise<Omit<ClientAccess, 'datasets'>> {
  const access = productsIn(state);
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

const KEEP_DATASETS = `
  UPDATE api.client_access SET datasets = $2, datasets_revision = $3
  WHERE client_id = $1 AND datasets_revision < $3`;

/** Keeps what was granted to a client, by the one who granted or revoked it and before that is answered. */
export async function keepDatasets(
  pool: pg.Pool,
  clientId: string,
  records: DatasetAccess,
  revision: bigint,
): Promise<GrantedDatasets> {
  const granted = grantedBy(records);
  await pool.query(KEEP_DATASETS, [clientId, JSON.stringify(granted), revision.toString()]);
  return granted;
}

/** What the log says that a client may; keeps it. Undefined for no client. */
export async function loadAccess(
  { commands, pg }: { commands: Commands; pg: pg.Pool },
  clientId: string,
): Promise<ClientAccess | undefined> {
  const { state, revision } = await commands.load(client, streams.client(clientId));
  if (!state) return undefined;
  const access = await keepAccess(pg, state, revision);
  const granted = await commands.load(datasetAccess, streams.datasetAccess(clientId));
  return { ...access, datasets: await keepDatasets(pg, clientId, granted.state, granted.revision) };
}

/** What the session's query found; undefined where nothing was kept yet. */
export const accessIn = ({ in_use, ...rest }: AccessRow): ClientAccess | undefined =>
  in_use === null ? undefined : { inUse: in_use, ...rest };

const productsIn = (state: NonNullable<Client>): Omit<ClientAccess, 'datasets'> => ({
  inUse: state.active && !state.closed,
  has_ai_assistant: state.has_ai_assistant,
  has_geo_leads: state.has_geo_leads,
  demo_mode: state.product_config.demo_mode,
});
