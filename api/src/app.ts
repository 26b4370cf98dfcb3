import type { OperatorScope } from '@landline/event-schemas';
import { analyticsRoutes } from './assistant/analytics/routes.ts';
import { billingRoutes } from './assistant/billing/routes.ts';
import { brandingRoutes } from './assistant/branding/routes.ts';
import { contentRequestRoutes } from './assistant/content-requests/routes.ts';
import { conversationRoutes } from './assistant/conversations/routes.ts';
import { goldenQuestionRoutes } from './assistant/golden-questions/routes.ts';
import { promptRoutes } from './assistant/prompts/routes.ts';
import { documentRoutes } from './assistant/website/document-routes.ts';
import { pageRoutes } from './assistant/website/page-routes.ts';
import { websiteRoutes } from './assistant/website/routes.ts';
import { widgetRoutes } from './assistant/widget/routes.ts';
import { clientRoutes } from './clients/clients/routes.ts';
import { impersonationRoutes } from './identity/impersonation/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { activityRoutes } from './operations/activity/routes.ts';
import { backupRoutes } from './operations/backups/routes.ts';
import { erasureRoutes } from './operations/erasure/routes.ts';
import { eventLogRoutes } from './operations/event-log/routes.ts';
import { storedEventRoutes } from './operations/event-log/stored-routes.ts';
import { systemHealthRoutes } from './operations/system-health/routes.ts';
import { systemVersionRoutes } from './operations/system-versions/routes.ts';
import type { Route } from './platform/http/route.ts';
import { mailRoutes } from './platform/mail/routes.ts';
import { metricsRoutes } from './platform/metrics/routes.ts';
import type { Ports } from './ports.ts';
import { candidatesRoutes } from './property/candidates/routes.ts';
import { classificationRoutes } from './property/classification/routes.ts';
import { datasetAccessRoutes } from './property/dataset-access/routes.ts';
import { datasetRoutes } from './property/datasets/routes.ts';
import { digestRoutes } from './property/digest/routes.ts';
import { environmentRoutes } from './property/environment/routes.ts';
import { importRoutes } from './property/imports/routes.ts';
import { mapRoutes } from './property/map/routes.ts';
import { reviewRoutes } from './property/notes/review-routes.ts';
import { noteRoutes } from './property/notes/routes.ts';
import { savedViewRoutes } from './property/saved-views/routes.ts';
import { modelRoutes } from './property/scoring/model-routes.ts';
import { scoringRoutes } from './property/scoring/routes.ts';
import { visitRoutes } from './property/visits/routes.ts';
import { formRoutes } from './public-site/contact/form-routes.ts';
import { quoteRoutes } from './public-site/contact/routes.ts';
import { newsletterRoutes } from './public-site/newsletter/routes.ts';
import { showcaseRoutes } from './public-site/showcase/routes.ts';

type RouteFactory = (ports: Ports) => Route[];

/** Opens all routes of a capability to operator tokens with a scope. */
const withScope =
  (operatorScope: OperatorScope, routes: RouteFactory): RouteFactory =>
  (ports) =>
    routes(ports).map((route) => ({ ...route, operatorScope }));

/** Route factories of all capabilities. */
const CAPABILITIES: readonly RouteFactory[] = [
  systemHealthRoutes,
  metricsRoutes,
  identityRoutes,
  mailRoutes,
  impersonationRoutes,
  clientRoutes,
  activityRoutes,
  withScope('audit', eventLogRoutes),
  withScope('audit', storedEventRoutes),
  erasureRoutes,
  // Before the dataset routes, whose `:key` pattern would match these paths.
  datasetAccessRoutes,
  datasetRoutes,
  withScope('property', importRoutes),
  withScope('property', environmentRoutes),
  withScope('property', candidatesRoutes),
  classificationRoutes,
  mapRoutes,
  noteRoutes,
  reviewRoutes,
  savedViewRoutes,
  visitRoutes,
  digestRoutes,
  withScope('property', scoringRoutes),
  withScope('property', modelRoutes),
  formRoutes,
  quoteRoutes,
  newsletterRoutes,
  showcaseRoutes,
  websiteRoutes,
  pageRoutes,
  documentRoutes,
  brandingRoutes,
  widgetRoutes,
  conversationRoutes,
  contentRequestRoutes,
  promptRoutes,
  goldenQuestionRoutes,
  analyticsRoutes,
  billingRoutes,
  withScope('versions', systemVersionRoutes),
  backupRoutes,
];

export const allRoutes = (ports: Ports): Route[] => CAPABILITIES.flatMap((capability) => capability(ports));
