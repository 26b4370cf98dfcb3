import { streams } from '@landline/event-schemas';
import {
  findParked,
  missingTables,
  type Progress,
  type ProjectorStatus,
  parkedEvents,
  projectionStatus,
  replayParked,
  requestRebuild,
} from '@landline/projections/admin';
import { DomainError, notFound } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OperationsPorts } from '../ports.ts';
import { readAiSystemConfig } from './ai-system-config.ts';
import { readClientSystemStatus } from './client-system-status.ts';
import { databaseHealth, health, parkedResponse, projectionsResponse, ready, skipBody } from './contract.ts';
import { readDatabaseHealth } from './database-health.ts';
import { projection } from './projection.ts';
import { createReadiness } from './readiness.ts';
import { readSecurityConfig } from './security-config.ts';
import { aiSystemConfig, clientSystemStatus, securityConfig, systemStats } from './status-contract.ts';
import { readSystemStats } from './system-stats.ts';

const SUPER_ADMIN = ['SuperAdmin'] as const;

/** Routes for probes, the SuperAdmin's system pages (spec 000 §2, §7; spec 002 §3), and commands on read models. */
export function systemHealthRoutes(ports: OperationsPorts): Route[] {
  const { pg, eventStore } = ports;
  const readiness = createReadiness(ports);

  const projectionRoute = (
    type: 'rebuild' | 'replay',
    summary: string,
    effect: { apply(db: typeof pg, projector: string): Promise<unknown>; message(projector: string): string },
  ) =>
    route.post(`/api/admin/projections/:name/${type}`, {
      may: SUPER_ADMIN,
      operatorScope: 'projections',
      summary,
      response: messageResponse,
      async handle({ params: { name: projector }, execute }) {
        const projectors = await projectionStatus(pg);
        if (!projectors.some(({ name }) => name === projector)) throw notFound();
        await execute(projection, {
          stream: streams.projection(projector),
          command: { type, projector },
        });
        await effect.apply(pg, projector);
        return { success: true as const, message: effect.message(projector) };
      },
    });

  return [
    route.get('/api/health', {
      may: 'anyone',
      quiet: 'all',
      summary:
        'Health of the database, event store and read models; names processes that hang or do not follow the log',
      response: health,
      handle: () => readiness.health(),
    }),
    route.get('/api/ready', {
      may: 'anyone',
      quiet: 'all',
      summary:
        'Readiness: healthy and up to date; 503 while a process, a read model or first scores are late',
      response: ready,
      async handle() {
        await readiness.isUpToDate();
        return { status: 'ready' };
      },
    }),
    route.get('/api/admin/database-health', {
      may: SUPER_ADMIN,
      operatorScope: 'status',
      summary: 'Requests, processes, database, read models and parked events',
      response: databaseHealth,
      handle: async () => ({ success: true, data: await readDatabaseHealth(ports) }),
    }),
    route.get('/api/admin/projections', {
      may: SUPER_ADMIN,
      operatorScope: 'status',
      summary: 'Progress of each read model, and tables that are missing',
      response: projectionsResponse,
      async handle() {
        const head = await eventStore.head();
        const [projectors, missing] = await Promise.all([projectionStatus(pg, head), missingTables(pg)]);
        return { projectors: projectors.map(statusResponse), missing };
      },
    }),
    route.get('/api/admin/projections/parked', {
      may: SUPER_ADMIN,
      operatorScope: 'status',
      summary: 'The 100 oldest parked events',
      response: parkedResponse,
      async handle() {
        const events = await parkedEvents(pg);
        return {
          events: events.map(({ position, revision, parkedAt, ...event }) => ({
            ...event,
            position: String(position),
            revision: String(revision),
            parkedAt: parkedAt.toISOString(),
          })),
        };
      },
    }),
    projectionRoute('rebuild', 'Rebuild a read model beside the live one', {
      apply: requestRebuild,
      message: (projector) => `${projector} is being rebuilt`,
    }),
    projectionRoute('replay', 'Retry the parked events of a read model', {
      apply: replayParked,
      message: (projector) => `Retrying the parked events of ${projector}`,
    }),
    route.post('/api/admin/projections/:name/skip', {
      may: SUPER_ADMIN,
      operatorScope: 'projections',
      summary: 'Skip a parked event of a read model, with the reason',
      body: skipBody,
      response: messageResponse,
      async handle({ params: { name: projector }, body, execute }) {
        const parkedEvent = await findParked(pg, projector, BigInt(body.position));
        if (parkedEvent === undefined) throw notFound('EVENT_NOT_PARKED');
        if (!parkedEvent.isFirst)
          throw new DomainError(
            'conflict',
            'EARLIER_EVENT_PARKED',
            'An earlier event of this stream is parked. Retry or skip that one first.',
          );
        await execute(projection, {
          stream: streams.projection(projector),
          command: { type: 'skip', projector, ...body },
        });
        await replayParked(pg, projector);
        return { success: true, message: `Skipping an event of ${parkedEvent.stream} in ${projector}` };
      },
    }),
    route.get('/api/system-stats', {
      may: SUPER_ADMIN,
      summary: 'Number of clients, users, answers and recent content requests',
      response: systemStats,
      reads: ['clients', 'staff', 'analytics', 'content-requests'],
      handle: () => readSystemStats(ports.pool),
    }),
    route.get('/api/admin/ai-system-config', {
      may: SUPER_ADMIN,
      summary: 'Answer quality, model usage and model settings',
      response: aiSystemConfig,
      reads: ['analytics', 'model-usage'],
      handle: async () => ({ success: true, data: await readAiSystemConfig(ports) }),
    }),
    route.get('/api/admin/client-system-status', {
      may: SUPER_ADMIN,
      summary: 'Clients, their widgets and their crawled pages',
      response: clientSystemStatus,
      reads: ['clients', 'pages', 'widgets', 'conversations', 'analytics'],
      handle: async () => ({ success: true, data: await readClientSystemStatus(ports) }),
    }),
    route.get('/api/admin/security-config', {
      may: SUPER_ADMIN,
      summary: 'Protection of sign-in and requests',
      response: securityConfig,
      reads: ['staff'],
      handle: async ({ ctx }) => ({
        success: true,
        data: await readSecurityConfig(ports, `http://127.0.0.1:${ctx.req.socket.localPort}`),
      }),
    }),
  ];
}

/** Converts positions to strings, because JSON has no 64-bit integers. */
function statusResponse({ live, building, requests, ...status }: ProjectorStatus) {
  const progress = (value: Progress | null) =>
    value && { ...value, position: String(value.position), head: String(value.head) };
  return { ...status, requests: [...requests], live: progress(live), building: progress(building) };
}
