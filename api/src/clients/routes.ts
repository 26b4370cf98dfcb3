import { Readable } from 'node:stream';
import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { assertOwn } from '../http/access.ts';
import { type Route, route } from '../http/route.ts';
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
import { exportOf } from './export.ts';
import { newClient } from './new-client.ts';
import { findClient, listClients } from './queries.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const READS = ['clients', 'widgets'] as const;
const byId = z.object({ id: z.string().max(100) });

/** Clients: their list, the form that adds one, and what staff change of one (spec 000 §7, spec 002 §5, §7). */
export function clientRoutes(deps: Deps): Route[] {
  const { pool, commands } = deps;

  /** As the read model has it, with what has just been decided: it may not have followed yet. */
  async function recordOf(state: NonNullable<Client>, at: string): Promise<ClientRecord> {
    const known = await findClient(pool, state.client_id);
    return {
      ...UNKNOWN,
      created_at: at,
      ...known,
      ...asRecord(state),
      closed_at: state.closed ? (known?.closed_at ?? at) : null,
    };
  }

  return [
    route({
      method: 'GET',
      path: '/api/ai/clients',
      may: STAFF,
      summary: 'All clients, by name',
      query: clientsQuery,
      response: clientsResponse,
      reads: READS,
      handle: ({ query }) => listClients(pool, { closed: query.closed === 'true' }),
    }),
    route({
      method: 'GET',
      path: '/api/client-admin/get-all-clients',
      may: ['SuperAdmin'],
      summary: 'All clients, by name, for the SuperAdmin portal',
      query: clientsQuery,
      response: clientsResponse,
      reads: READS,
      handle: ({ query }) => listClients(pool, { closed: query.closed === 'true' }),
    }),
    route({
      method: 'GET',
      path: '/api/ai/clients/:id',
      may: [...STAFF, 'ClientUser'],
      summary: 'A client; its own users see their own',
      params: byId,
      response: clientResponse,
      reads: READS,
      async handle({ params: { id }, session }) {
        assertOwn(id, session);
        const found = await findClient(pool, id);
        if (!found) throw clientNotFound();
        return session.actor.role === 'ClientUser' ? ownClientRecord.parse(found) : found;
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/clients',
      may: STAFF,
      summary: 'Add a client',
      body: addClientBody,
      response: clientResponse,
      status: 201,
      async handle({ body, actor, correlationId, execute, newId }) {
        const data = newClient(newId('client'), body);
        const state = await createClient(deps, data, { actor, correlationId }, execute);
        return recordOf(state, new Date().toISOString());
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/ai/clients/:id',
      may: STAFF,
      summary: "Change a client's name, domain, plan, activity, time zone, demo mode and domains",
      params: byId,
      body: editClientBody,
      response: clientResponse,
      async handle({ params: { id }, body: { demo_mode, ...rest }, actor, correlationId, execute }) {
        const changes = given({
          ...rest,
          product_config: demo_mode === undefined ? undefined : { demo_mode },
        });
        const state = await changeClient(deps, id, { changes }, { actor, correlationId }, execute);
        return recordOf(state, new Date().toISOString());
      },
    }),
    route({
      method: 'POST',
      path: '/api/client-admin/client/:clientId/products',
      may: ['SuperAdmin'],
      summary: 'Enable and disable the products of a client',
      params: z.object({ clientId: z.string().max(100) }),
      body: productsBody,
      response: productsResponse,
      async handle({ params: { clientId }, body, actor, correlationId, execute }) {
        const { state: before } = await commands.load(client, streams.client(clientId));
        const { product_config, ...flags } = body;
        const demo_mode = product_config?.demo_mode;
        const changes = given({
          ...flags,
          product_config: demo_mode === undefined ? undefined : { demo_mode },
        });
        const state = await changeClient(deps, clientId, { changes }, { actor, correlationId }, execute);
        return {
          success: true,
          message: productsMessage(before, state),
          client: await recordOf(state, new Date().toISOString()),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/clients/:id/close',
      may: ['SuperAdmin'],
      summary: 'Close a client for good: nobody signs in to it any more',
      params: byId,
      body: closeClientBody,
      response: closeClientResponse,
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
        const state = await closeClient(deps, id, { actor, correlationId }, execute);
        return {
          success: true,
          message: `${state.name} was closed`,
          client: await recordOf(state, new Date().toISOString()),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/clients/:id/export',
      may: ['SuperAdmin'],
      summary: 'All that is kept of a client as NDJSON, before or after it is closed; taking it is recorded',
      params: byId,
      reads: ['clients', 'audit'],
      async handle({ params: { id }, execute, ctx }) {
        const { position } = await execute(client, {
          stream: streams.client(id),
          command: { type: 'record_export' },
        });
        const found = await findClient(pool, id);
        if (!found) throw clientNotFound();
        ctx.type = 'application/x-ndjson; charset=utf-8';
        ctx.set('Content-Disposition', `attachment; filename="client-${id}.ndjson"`);
        ctx.body = Readable.from(exportOf(deps, found, position));
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/client-dashboard/overview',
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

/** Of a client that the read model has not heard of. */
const UNKNOWN = { adminName: null, email: null, user_count: 0, default_widget_version_id: null };

function asRecord({ client_id, closed: _, ...state }: NonNullable<Client>) {
  return { id: client_id, ...state };
}

/** Without what was not sent. */
const given = (changes: { [K in keyof ClientChanges]: ClientChanges[K] | undefined }): ClientChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

const PRODUCTS = { has_ai_assistant: 'AI Assistant', has_geo_leads: 'Property Finder' } as const;

/** '{product} enabled/disabled successfully' (spec 000 §8), one sentence for each product that changed. */
function productsMessage(before: Client, after: NonNullable<Client>): string {
  const sentences = Object.entries(PRODUCTS).flatMap(([flag, name]) => {
    const key = flag as keyof typeof PRODUCTS;
    return before?.[key] === after[key]
      ? []
      : [`${name} ${after[key] ? 'enabled' : 'disabled'} successfully`];
  });
  return sentences.length > 0 ? sentences.join('. ') : 'Operation completed successfully';
}
