import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { readAiSystemConfig } from './ai-system-config.ts';
import { readClientSystemStatus } from './client-system-status.ts';
import { aiSystemConfig, clientSystemStatus, securityConfig } from './contract.ts';
import { readSecurityConfig } from './security-config.ts';

/** The SuperAdmin's system pages (spec 000 §2, §7; shapes of spec 002 §3). */
export const systemRoutes = (deps: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/ai-system-config',
    may: ['SuperAdmin'],
    summary: 'How good the answers are, and what makes them',
    response: aiSystemConfig,
    reads: ['analytics', 'model-usage'],
    handle: async () => ({ success: true, data: await readAiSystemConfig(deps) }),
  }),
  route({
    method: 'GET',
    path: '/api/admin/client-system-status',
    may: ['SuperAdmin'],
    summary: 'Clients, their widgets, and what was read of their websites',
    response: clientSystemStatus,
    reads: ['clients', 'pages', 'widgets', 'conversations', 'analytics'],
    handle: async () => ({ success: true, data: await readClientSystemStatus(deps) }),
  }),
  route({
    method: 'GET',
    path: '/api/admin/security-config',
    may: ['SuperAdmin'],
    summary: 'How sign-in and requests are protected',
    response: securityConfig,
    reads: ['staff'],
    handle: async ({ ctx }) => ({
      success: true,
      data: await readSecurityConfig(deps, `http://127.0.0.1:${ctx.req.socket.localPort}`),
    }),
  }),
];
