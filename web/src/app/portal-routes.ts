import type { RouteObject } from 'react-router-dom';
import { page } from './page-route.ts';

export function portalRoutes(): RouteObject[] {
  return [
    {
      path: '/SuperAdminPortal',
      children: [
        {
          index: true,
          lazy: () => import('../features/operations/super-admin-portal/pages/portal-page.tsx'),
        },
        page(
          'client-admin-directory',
          () => import('../features/identity/client-admins/pages/directory-page.tsx'),
        ),
        page(
          'client-admin/:adminId',
          () => import('../features/identity/client-admins/pages/client-admin-page.tsx'),
        ),
        page('inbox', () => import('../features/public-site/contact/pages/inbox-page.tsx')),
        page('audit', () => import('../features/operations/event-log/pages/event-log-page.tsx')),
        page('erasure', () => import('../features/operations/erasure/pages/erasure-page.tsx')),
        page(
          'operator-tokens',
          () => import('../features/identity/operator-tokens/pages/operator-tokens-page.tsx'),
        ),
        page('staff', () => import('../features/identity/staff/pages/staff-page.tsx')),
        page(
          'database-health',
          () => import('../features/operations/system-health/pages/database-health-page.tsx'),
        ),
        page(
          'ai-system-config',
          () => import('../features/operations/system-health/pages/ai-system-config-page.tsx'),
        ),
        page(
          'client-system-status',
          () => import('../features/operations/system-health/pages/client-system-status-page.tsx'),
        ),
        page(
          'security-configuration',
          () => import('../features/operations/system-health/pages/security-configuration-page.tsx'),
        ),
      ],
    },
    page('/ai', () => import('../features/clients/clients/pages/ai-dashboard-page.tsx')),
    ...['/ai/clients', '/ai/client-selection'].map((path) =>
      page(path, () => import('../features/clients/clients/pages/client-selection-page.tsx')),
    ),
    page('/ai/add-client', () => import('../features/clients/clients/pages/add-client-page.tsx')),
    page('/ai/client/:clientId', () => import('./composed-pages/client-page.tsx')),
    ...['/ai/widget/client/:clientId', '/ai/client-config/:clientId'].map((path) =>
      page(path, () => import('../features/assistant/widget/pages/client-widget-page.tsx')),
    ),
    page(
      '/ai/client-conversations/:clientId',
      () => import('../features/assistant/conversations/pages/client-conversations-page.tsx'),
    ),
    page(
      '/ai/client-content/:clientId',
      () => import('../features/assistant/website/pages/client-website-page.tsx'),
    ),
    page(
      '/ai/client-prompts/:clientId',
      () => import('../features/assistant/prompts/pages/client-prompts-page.tsx'),
    ),
    page('/ai/chat', () => import('../features/assistant/console/pages/console-page.tsx')),
    page(
      '/ai/settings',
      () => import('../features/operations/system-versions/pages/global-settings-page.tsx'),
    ),
    page('/ai/roi-calculator', () => import('../features/public-site/roi/pages/roi-calculator-page.tsx')),
    page(
      '/ai/client-analytics',
      () => import('../features/assistant/analytics/pages/client-analytics-page.tsx'),
    ),
    page('/ai/widget/test', () => import('../features/assistant/widget/pages/widget-test-page.tsx')),
    page('/ai/widget/global', () => import('../features/assistant/widget/pages/global-widget-page.tsx')),
    ...['/client/portal', '/ClientPortal', '/client/:clientId/portal'].map((path) =>
      page(path, () => import('./composed-pages/client-portal-page.tsx')),
    ),
  ];
}
