import { Readable } from 'node:stream';
import { type StaffRole, streams } from '@landline/event-schemas';
import { DomainError } from '../../platform/errors.ts';
import { assertOwn } from '../../platform/http/access.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { withoutUndefined } from '../../platform/without-undefined.ts';
import type { ClientsPorts } from '../ports.ts';
import { type Client, type ClientChanges, client, clientNotFound } from './client.ts';
import { changeClient, closeClient, createClient } from './clients.ts';
import {
  addClientBody,
  type ClientRecord,
  clientResponse,
  clientsQuery,
  clientsResponse,
  closeClientBody,
  closeClientResponse,
  dashboardOverview,
  editClientBody,
  ownClientRecord,
  productsBody,
  productsResponse,
} from './contract.ts';
import { exportClient } from './export.ts';
import { newClient } from './new-client.ts';
import { findClient, listClients } from './queries.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const READS = ['clients', 'widgets'] as const;

/** Routes for listing, adding, changing and closing clients (spec 000 §7, spec 002 §5, §7). */
export function clientRoutes(ports: ClientsPorts): Route[] {
  const { pool, commands } = ports;

  /** Merges the read model's record with the new state, which the read model may not have yet. */
  async function recordOf(state: NonNullable<Client>): Promise<ClientRecord> {
    const storedClient = await findClient(pool, state.client_id);
    const now = new Date().toISOString();
    return {
      ...UNPROJECTED,
      created_at: now,
      ...storedClient,
      ...asRecord(state),
      closed_at: state.closed ? (storedClient?.closed_at ?? now) : null,
    };
  }

  const listRoute = (path: string, may: readonly StaffRole[], summary: string) =>
    route.get(path, {
      may,
      summary,
      query: clientsQuery,
      response: clientsResponse,
      reads: READS,
      handle: async ({ query }) => [...(await listClients(pool, { includeClosed: query.closed === 'true' }))],
    });

  return [
    listRoute('/api/ai/clients', STAFF, 'All clients, by name'),
    listRoute(
      '/api/client-admin/get-all-clients',
      ['SuperAdmin'],
      'All clients, by name, for the SuperAdmin portal',
    ),
    route.get('/api/ai/clients/:id', {
      may: [...STAFF, 'ClientUser'],
      summary: 'A client; its own users see their own',
      response: clientResponse,
      reads: READS,
      async handle({ params: { id }, session }) {
        assertOwn(id, session);
        const found = await findClient(pool, id);
        if (!found) throw clientNotFound();
        return session.actor.role === 'ClientUser' ? ownClientRecord.parse(found) : found;
      },
    }),
    route.post('/api/ai/clients', {
      may: STAFF,
      summary: 'Add a client',
      body: addClientBody,
      response: clientResponse,
      status: 201,
      async handle({ body, actor, correlationId, execute, newId }) {
        const data = newClient(newId('client'), body);
        const state = await createClient(ports, data, { actor, correlationId }, execute);
        return recordOf(state);
      },
    }),
    route.patch('/api/ai/clients/:id', {
      may: STAFF,
      summary: "Change a client's name, domain, plan, activity, time zone, demo mode and domains",
      body: editClientBody,
      response: clientResponse,
      reads: READS,
      async handle({ params: { id }, body: { demo_mode, ...rest }, actor, correlationId, execute }) {
        const changes = changesFrom(rest, demo_mode);
        const state = await changeClient(ports, id, { changes }, { actor, correlationId }, execute);
        return recordOf(state);
      },
    }),
    route.post('/api/client-admin/client/:clientId/products', {
      may: ['SuperAdmin'],
      summary: 'Enable and disable the products of a client',
      body: productsBody,
      response: productsResponse,
      reads: READS,
      async handle({ params: { clientId }, body, actor, correlationId, execute }) {
        const { state: before } = await commands.load(client, streams.client(clientId));
        const { product_config, ...flags } = body;
        const changes = changesFrom(flags, product_config?.demo_mode);
        const state = await changeClient(ports, clientId, { changes }, { actor, correlationId }, execute);
        return {
          success: true,
          message: productsMessage(before, state),
          client: await recordOf(state),
        };
      },
    }),
    route.post('/api/ai/clients/:id/close', {
      may: ['SuperAdmin'],
      summary: 'Close a client permanently; its users can no longer sign in',
      body: closeClientBody,
      response: closeClientResponse,
      reads: READS,
      async handle({ params: { id }, body, actor, correlationId, execute }) {
        const { state: before } = await commands.load(client, streams.client(id));
        if (!before) throw clientNotFound();
        if (body.confirmation.trim() !== before.name) {
          throw new DomainError(
            'rule_broken',
            'CONFIRMATION_REQUIRED',
            `Type the client's name, ${before.name}, to close it.`,
          );
        }
        const state = await closeClient(ports, id, { actor, correlationId }, execute);
        return {
          success: true,
          message: `${state.name} was closed`,
          client: await recordOf(state),
        };
      },
    }),
    route.post('/api/ai/clients/:id/export', {
      may: ['SuperAdmin'],
      summary: "Export a client's account, users and event history as NDJSON; the export is recorded",
      reads: ['clients', 'audit'],
      async handle({ params: { id }, execute, ctx }) {
        const { position } = await execute(client, {
          stream: streams.client(id),
          command: { type: 'record_export' },
        });
        const found = await findClient(pool, id);
        if (!found) throw clientNotFound();
        ctx.attachment(`client-${id}.ndjson`);
        ctx.type = 'application/x-ndjson; charset=utf-8';
        ctx.body = Readable.from(exportClient(ports, found, position));
      },
    }),
    route.get('/api/ai/client-dashboard/overview', {
      may: ['ClientUser'],
      summary: 'Account overview and services',
      response: dashboardOverview,
      reads: READS,
      async handle({ actor }) {
        const found = await findClient(pool, actor.clientId ?? '');
        if (!found) throw clientNotFound();
        const { id, name, email, plan_tier, product_config } = found;
        return {
          success: true,
          data: {
            account: { id, name, email, planTier: plan_tier },
            services: [
              ...(found.has_ai_assistant ? [{ key: 'ai_assistant' as const, name: 'AI Assistant' }] : []),
              ...(found.has_geo_leads ? [{ key: 'geo_leads' as const, name: 'Property Finder' }] : []),
            ],
            demo_mode: product_config.demo_mode,
          },
        };
      },
    }),
  ];
}

/** Values of the fields that only the read model has, until it contains the client. */
const UNPROJECTED = { adminName: null, email: null, user_count: 0, default_widget_version_id: null };

function asRecord({ client_id, closed: _, ...state }: NonNullable<Client>) {
  return { id: client_id, ...state };
}

const changesFrom = (
  fields: { [K in keyof ClientChanges]: ClientChanges[K] | undefined },
  demo_mode: boolean | undefined,
): ClientChanges => ({
  ...withoutUndefined(fields),
  ...(demo_mode !== undefined && { product_config: { demo_mode } }),
});

const PRODUCTS = { has_ai_assistant: 'AI Assistant', has_geo_leads: 'Property Finder' } as const;

/** Returns the message prescribed by spec 000 §8, one sentence per changed product. */
function productsMessage(before: Client, after: NonNullable<Client>): string {
  const sentences = Object.entries(PRODUCTS).flatMap(([flag, name]) => {
    const key = flag as keyof typeof PRODUCTS;
    return before?.[key] === after[key]
      ? []
      : [`${name} ${after[key] ? 'enabled' : 'disabled'} successfully`];
  });
  return sentences.length > 0 ? sentences.join('. ') : 'Operation completed successfully';
}
