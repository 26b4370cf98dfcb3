import type { RouteObject } from 'react-router-dom';

/** The portals, and the administration of clients, their administrators and staff. */
export function portalRoutes(): RouteObject[] {
  return [
    {
      path: '/SuperAdminPortal',
      children: [
        { index: true, lazy: () => import('./super-admin-portal/pages/portal-page.tsx') },
        { path: 'client-admin-directory', lazy: () => import('./client-admins/pages/directory-page.tsx') },
        { path: 'client-admin/:adminId', lazy: () => import('./client-admins/pages/client-admin-page.tsx') },
        { path: 'inbox', lazy: () => import('./inbox/pages/inbox-page.tsx') },
        { path: 'audit', lazy: () => import('./auditor/pages/audit-page.tsx') },
        { path: 'erasure', lazy: () => import('./erasure/pages/erasure-page.tsx') },
        { path: 'staff', lazy: () => import('./staff/pages/staff-page.tsx') },
        {
          path: 'database-health',
          lazy: () => import('./super-admin-portal/pages/database-health-page.tsx'),
        },
        {
          path: 'ai-system-config',
          lazy: () => import('./super-admin-portal/pages/ai-system-config-page.tsx'),
        },
        {
          path: 'client-system-status',
          lazy: () => import('./super-admin-portal/pages/client-system-status-page.tsx'),
        },
        {
          path: 'security-configuration',
          lazy: () => import('./super-admin-portal/pages/security-configuration-page.tsx'),
        },
      ],
    },
    { path: '/ai', lazy: () => import('./clients/pages/ai-dashboard-page.tsx') },
    ...['/ai/clients', '/ai/client-selection'].map((path) => ({
      path,
      lazy: () => import('./clients/pages/client-selection-page.tsx'),
    })),
    { path: '/ai/add-client', lazy: () => import('./clients/pages/add-client-page.tsx') },
    { path: '/ai/client/:clientId', lazy: () => import('./clients/pages/client-page.tsx') },
    ...['/ai/widget/client/:clientId', '/ai/client-config/:clientId'].map((path) => ({
      path,
      lazy: () => import('./widget/pages/client-widget-page.tsx'),
    })),
    {
      path: '/ai/client-conversations/:clientId',
      lazy: () => import('./conversations/pages/client-conversations-page.tsx'),
    },
    {
      path: '/ai/client-content/:clientId',
      lazy: () => import('./content/pages/client-content-page.tsx'),
    },
    {
      path: '/ai/client-prompts/:clientId',
      lazy: () => import('./prompts/pages/client-prompts-page.tsx'),
    },
    { path: '/ai/chat', lazy: () => import('./console/pages/console-page.tsx') },
    { path: '/ai/settings', lazy: () => import('./widget/pages/global-settings-page.tsx') },
    { path: '/ai/roi-calculator', lazy: () => import('./roi/pages/roi-calculator-page.tsx') },
    { path: '/ai/client-analytics', lazy: () => import('./analytics/pages/client-analytics-page.tsx') },
    { path: '/ai/widget/test', lazy: () => import('./widget/pages/widget-test-page.tsx') },
    { path: '/ai/widget/global', lazy: () => import('./widget/pages/global-widget-page.tsx') },
    ...['/client/portal', '/ClientPortal', '/client/:clientId/portal'].map((path) => ({
      path,
      lazy: () => import('./client-portal/pages/portal-page.tsx'),
    })),
  ];
}
