import type { RouteObject } from 'react-router-dom';
import { pageRoute } from './page-route.ts';

export function portalRoutes(): RouteObject[] {
  return [
    {
      path: '/SuperAdminPortal',
      children: [
        {
          index: true,
          lazy: () => import('../features/operations/super-admin-portal/pages/portal-page.tsx'),
        },
        pageRoute(
          'client-admin-directory',
          () => import('../features/identity/client-admins/pages/directory-page.tsx'),
        ),
        pageRoute(
          'client-admin/:adminId',
          () => import('../features/identity/client-admins/pages/client-admin-page.tsx'),
        ),
        pageRoute('inbox', () => import('../features/public-site/contact/pages/inbox-page.tsx')),
        pageRoute('audit', () => import('../features/operations/event-log/pages/event-log-page.tsx')),
        pageRoute('erasure', () => import('../features/operations/erasure/pages/erasure-page.tsx')),
        pageRoute(
          'operator-tokens',
          () => import('../features/identity/operator-tokens/pages/operator-tokens-page.tsx'),
        ),
        pageRoute('staff', () => import('../features/identity/staff/pages/staff-page.tsx')),
        pageRoute(
          'database-health',
          () => import('../features/operations/system-health/pages/database-health-page.tsx'),
        ),
        pageRoute(
          'ai-system-config',
          () => import('../features/operations/system-health/pages/ai-system-config-page.tsx'),
        ),
        pageRoute(
          'client-system-status',
          () => import('../features/operations/system-health/pages/client-system-status-page.tsx'),
        ),
        pageRoute(
          'security-configuration',
          () => import('../features/operations/system-health/pages/security-configuration-page.tsx'),
        ),
      ],
    },
    pageRoute('/ai', () => import('../features/clients/clients/pages/ai-dashboard-page.tsx')),
    ...['/ai/clients', '/ai/client-selection'].map((path) =>
      pageRoute(path, () => import('../features/clients/clients/pages/client-selection-page.tsx')),
    ),
    pageRoute('/ai/add-client', () => import('../features/clients/clients/pages/add-client-page.tsx')),
    pageRoute('/ai/client/:clientId', () => import('./composed-pages/client-page.tsx')),
    ...['/ai/widget/client/:clientId', '/ai/client-config/:clientId'].map((path) =>
      pageRoute(path, () => import('../features/assistant/widget/pages/client-widget-page.tsx')),
    ),
    pageRoute(
      '/ai/client-conversations/:clientId',
      () => import('../features/assistant/conversations/pages/client-conversations-page.tsx'),
    ),
    pageRoute(
      '/ai/client-content/:clientId',
      () => import('../features/assistant/website/pages/client-website-page.tsx'),
    ),
    pageRoute(
      '/ai/client-prompts/:clientId',
      () => import('../features/assistant/prompts/pages/client-prompts-page.tsx'),
    ),
    pageRoute('/ai/chat', () => import('../features/assistant/console/pages/console-page.tsx')),
    pageRoute(
      '/ai/settings',
      () => import('../features/operations/system-versions/pages/global-settings-page.tsx'),
    ),
    pageRoute(
      '/ai/roi-calculator',
      () => import('../features/public-site/roi/pages/roi-calculator-page.tsx'),
    ),
    pageRoute(
      '/ai/client-analytics',
      () => import('../features/assistant/analytics/pages/client-analytics-page.tsx'),
    ),
    pageRoute('/ai/widget/test', () => import('../features/assistant/widget/pages/widget-test-page.tsx')),
    pageRoute('/ai/widget/global', () => import('../features/assistant/widget/pages/global-widget-page.tsx')),
    ...['/client/portal', '/ClientPortal', '/client/:clientId/portal'].map((path) =>
      pageRoute(path, () => import('./composed-pages/client-portal-page.tsx')),
    ),
  ];
}
