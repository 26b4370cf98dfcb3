import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type Branding, branding, DEFAULT_BRANDING } from './contract.ts';

const row = z.object({ branding });

const LIVE = liveGeneration('widgets');

/** Returns the branding of clients that have not set their own. */
export async function globalBranding(db: CommonQueryMethods): Promise<Branding> {
  const storedBranding = await db.maybeOneFirst(sql.type(row)`
    SELECT branding FROM read.global_branding WHERE generation = ${LIVE}
  `);
  return storedBranding ?? DEFAULT_BRANDING;
}

/** Returns a client's branding, or the global one. */
export async function brandingOf(db: CommonQueryMethods, clientId: string): Promise<Branding> {
  const ownBranding = await db.maybeOneFirst(sql.type(z.object({ branding: branding.nullable() }))`
    SELECT branding FROM read.widget WHERE generation = ${LIVE} AND client_id = ${clientId}
  `);
  return ownBranding ?? globalBranding(db);
}
