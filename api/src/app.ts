import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditorRoutes } from './auditor/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { brandingRoutes } from './branding/routes.ts';
import { candidatesRoutes } from './candidates/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { contentRequestRoutes } from './content-requests/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { datasetRoutes } from './datasets/routes.ts';
import type { Deps } from './deps.ts';
import { digestRoutes } from './digest/routes.ts';
import { environmentRoutes } from './environment/routes.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { grantRoutes } from './grants/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Route } from './http/route.ts';
import { identityRoutes } from './identity/routes.ts';
import { impersonationRoutes } from './impersonation/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { mapRoutes } from './map/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { promptRoutes } from './prompts/routes.ts';
import { quoteRoutes } from './quotes/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { modelRoutes } from './scoring/model-routes.ts';
import { scoringRoutes } from './scoring/routes.ts';
import { pageRoutes } from './scraping/page-routes.ts';
import { scrapingRoutes } from './scraping/routes.ts';
import { showcaseRoutes } from './showcase/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { systemVersionRoutes } from './system-versions/routes.ts';
import { trainingRoutes } from './training/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { visitRoutes } from './visits/routes.ts';
import { widgetRoutes } from './widget/routes.ts';

/** Every capability of the api: each gives its routes. */
const CAPABILITIES: readonly ((deps: Deps) => Route[])[] = [
  healthRoutes,
  systemRoutes,
  metricsRoutes,
  identityRoutes,
  mailRoutes,
  impersonationRoutes,
  clientRoutes,
  auditRoutes,
  auditorRoutes,
  erasureRoutes,
  statsRoutes,
  // Before the datasets by their keys, which would take their addresses.
  grantRoutes,
  datasetRoutes,
  importRoutes,
  environmentRoutes,
  candidatesRoutes,
  trainingRoutes,
  mapRoutes,
  noteRoutes,
  reviewRoutes,
  viewRoutes,
  visitRoutes,
  digestRoutes,
  scoringRoutes,
  modelRoutes,
  formRoutes,
  quoteRoutes,
  newsletterRoutes,
  showcaseRoutes,
  scrapingRoutes,
  pageRoutes,
  brandingRoutes,
  widgetRoutes,
  conversationRoutes,
  contentRequestRoutes,
  promptRoutes,
  analyticsRoutes,
  billingRoutes,
  systemVersionRoutes,
];

/** All routes there are. */
export function allRoutes(deps: Deps): Route[] {
  return CAPABILITIES.flatMap((capability) => capability(deps));
}
