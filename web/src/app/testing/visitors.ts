import { generatePath } from 'react-router-dom';
import type { Visitor, VisitorClient } from '../access.ts';
import type { PageRow } from '../open-pages.ts';

const acme: VisitorClient = {
  id: 'acme',
  name: 'Acme',
  planTier: 'starter',
  has_ai_assistant: true,
  has_geo_leads: true,
  demo: false,
};

/** Visitors of every kind. */
export const VISITORS = {
  anonymous: { kind: 'anonymous' },
  SuperAdmin: { kind: 'staff', role: 'SuperAdmin' },
  Admin: { kind: 'staff', role: 'Admin' },
  Manager: { kind: 'staff', role: 'Manager' },
  Employee: { kind: 'staff', role: 'Employee' },
  'own client': { kind: 'client', client: acme },
  'other client': { kind: 'client', client: { ...acme, id: 'other' } },
  'client without Property Finder': { kind: 'client', client: { ...acme, has_geo_leads: false } },
  'client without the assistant': { kind: 'client', client: { ...acme, has_ai_assistant: false } },
  demo: { kind: 'client', client: { ...acme, demo: true } },
  impersonating: { kind: 'impersonating', client: acme },
  'impersonating another': { kind: 'impersonating', client: { ...acme, id: 'other' } },
} as const satisfies Record<string, Visitor>;
export type VisitorName = keyof typeof VISITORS;

/** Sample values of route parameters. */
export const params = {
  clientId: 'acme',
  adminId: 'a',
  datasetKey: 'lebanon',
  candidateId: 'c',
  importId: 'i',
};
/** Returns a request for a page, with sample values for its parameters. */
export const requestOf = (row: PageRow) => ({
  pathname: generatePath(row.path, params),
  search: '',
  params: Object.fromEntries(Object.entries(params).filter(([name]) => row.path.includes(`:${name}`))),
});
