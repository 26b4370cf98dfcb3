import type { Actor } from '@landline/event-schemas';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../platform/errors.ts';
import type { ClientAccess } from '../platform/http/session.ts';
import { findCandidate } from './candidates/queries.ts';
import { accessOf, type DatasetView } from './dataset-access/access.ts';
import { findView } from './datasets/views.ts';

/** Roles that can use Property Finder. */
export const PROPERTY_FINDER_ROLES = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
/** Callers of read routes; client users need Property Finder. */
export const READERS = { may: PROPERTY_FINDER_ROLES, ofClient: { product: 'geo_leads' } } as const;
/** Callers of write routes and exports: demo accounts are read-only (spec 001 §6). */
export const WRITERS = {
  may: PROPERTY_FINDER_ROLES,
  ofClient: { product: 'geo_leads', notInDemo: true },
} as const;
export const byId = z.object({ id: z.uuid() });

export const datasetNotFound = () =>
  new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');
export const candidateNotFound = () =>
  new DomainError('not_found', 'CANDIDATE_NOT_FOUND', 'Candidate not found');

export type RouteSession = { actor: Actor; clientAccess?: ClientAccess } | undefined;

/** Returns a candidate. Throws `CANDIDATE_NOT_FOUND` unless it exists and the caller has access to it. */
export async function requireCandidate(db: CommonQueryMethods, id: string, session: RouteSession) {
  const candidate = await findCandidate(db, id, accessOf(session));
  if (!candidate) throw candidateNotFound();
  return candidate;
}

/**
 * Returns the caller's view of a dataset. Throws `DATASET_NOT_FOUND` if the caller has no access to any part of it.
 */
export async function requireView(
  db: CommonQueryMethods,
  datasetKey: string,
  session: RouteSession,
): Promise<DatasetView> {
  const view = await findView(db, accessOf(session), datasetKey);
  if (!view) throw datasetNotFound();
  return view;
}
