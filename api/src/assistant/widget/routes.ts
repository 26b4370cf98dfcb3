import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client, clientNotFound } from '../../clients/clients/client.ts';
import { changeClient } from '../../clients/clients/clients.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { withoutUndefined } from '../../platform/without-undefined.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF, STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { requireClient } from '../require-client.ts';
import {
  configurationBody,
  DEFAULT_CONFIGURATION,
  defaultVersionBody,
  domainsBody,
  domainsResponse,
  secretResponse,
  securityBody,
  securityResponse,
  templateBody,
  templatesResponse,
  versionBody,
  versionResponse,
  versionsResponse,
  widgetConfiguration,
} from './contract.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { templatesOf, versionsOf } from './queries.ts';
import { identitySecretOf } from './signed-users.ts';
import { tokenRoutes } from './token-routes.ts';
import { type Widget, widget } from './widget.ts';
import { widgetGlobals } from './widget-globals.ts';
import { assertCompiles } from './widget-script.ts';

const params = z.object({ clientId: z.string().max(100) });
const path = '/api/ai/widget/client/:clientId';

/** Routes for widget settings (spec 002 §7) and for the widgets themselves. */
export function widgetRoutes(ports: AssistantPorts): Route[] {
  return [
    ...configurationRoutes(ports),
    ...versionRoutes(ports),
    ...templateRoutes(ports),
    ...deliveryRoutes(ports),
    ...tokenRoutes(ports),
  ];
}

/** Routes for domains, security settings and behavior, for staff and the client. */
function configurationRoutes(ports: AssistantPorts): Route[] {
  const { pool, commands, secrets } = ports;
  const load = (clientId: string) => commands.load(widget, streams.widget(clientId));

  return [
    route.get(`${path}/domains`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Authorized domains besides the primary domain',
      params,
      response: domainsResponse,
      async handle({ params: { clientId } }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state) throw clientNotFound();
        return { domains: state.authorized_domains };
      },
    }),
    route.post(`${path}/domains`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Change the authorized domains',
      params,
      body: domainsBody,
      response: domainsResponse,
      async handle({ params: { clientId }, body, actor, correlationId, execute }) {
        const changes = { authorized_domains: body.domains };
        const state = await changeClient(ports, clientId, { changes }, { actor, correlationId }, execute);
        return { domains: state.authorized_domains };
      },
    }),
    route.get(`${path}/security`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Rate limit and token expiry',
      params,
      reads: ['clients'],
      response: securityResponse,
      async handle({ params: { clientId } }) {
        await requireClient(pool, clientId);
        return securityOf((await load(clientId)).state);
      },
    }),
    route.post(`${path}/security`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Change rate limit and token expiry',
      params,
      reads: ['clients'],
      body: securityBody,
      response: securityResponse,
      async handle({ params: { clientId }, body, execute }) {
        await requireClient(pool, clientId);
        const changes = withoutUndefined(body);
        const { state } = await execute(widget, {
          stream: streams.widget(clientId),
          command: { type: 'change_security', client_id: clientId, changes },
        });
        return securityOf(state);
      },
    }),
    route.post(`${path}/secret`, {
      ...STAFF_OR_OWN_CLIENT,
      ofClient: { ...STAFF_OR_OWN_CLIENT.ofClient, notImpersonating: true },
      summary: 'Create a signing secret for identified users; shown only once',
      params,
      reads: ['clients'],
      response: secretResponse,
      async handle({ params: { clientId }, execute }) {
        await requireClient(pool, clientId);
        const { state } = await execute(widget, {
          stream: streams.widget(clientId),
          command: { type: 'rotate_secret', client_id: clientId },
        });
        return { secret: identitySecretOf(secrets, clientId, state.secretGeneration ?? 0) };
      },
    }),
    route.get(`${path}/configuration`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Position and proactive message',
      params,
      reads: ['clients'],
      response: widgetConfiguration,
      async handle({ params: { clientId } }) {
        await requireClient(pool, clientId);
        return (await load(clientId)).state.configuration ?? DEFAULT_CONFIGURATION;
      },
    }),
    route.post(`${path}/configuration`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Change position and proactive message',
      params,
      reads: ['clients'],
      body: configurationBody,
      response: widgetConfiguration,
      async handle({ params: { clientId }, body, execute }) {
        await requireClient(pool, clientId);
        const { state } = await execute(widget, {
          stream: streams.widget(clientId),
          command: { type: 'change_configuration', client_id: clientId, changes: withoutUndefined(body) },
        });
        return state.configuration ?? DEFAULT_CONFIGURATION;
      },
    }),
  ];
}

/** Routes for the versions of a widget, one of which can be the default. */
function versionRoutes({ pool, commands }: AssistantPorts): Route[] {
  return [
    route.get(`${path}/versions`, {
      may: STAFF,
      summary: 'Versions, newest first',
      params,
      response: versionsResponse,
      reads: ['widgets', 'staff'],
      handle: ({ params: { clientId } }) => versionsOf(pool, clientId),
    }),
    route.post(`${path}/version`, {
      may: STAFF,
      summary: 'Save the current widget as a version',
      params,
      body: versionBody,
      response: versionResponse,
      status: 201,
      reads: ['clients'],
      async handle({ params: { clientId }, body, execute, newId }) {
        const { time_zone } = await requireClient(pool, clientId);
        const { state: globals } = await commands.load(widgetGlobals, streams.widgetGlobals());
        const version_id = newId('widget version');
        const { state } = await execute(widget, {
          stream: streams.widget(clientId),
          command: {
            type: 'create_version',
            client_id: clientId,
            version_id,
            description: body.description || createdOn(time_zone),
            globalBranding: globals.branding,
          },
        });
        return { versionId: version_id, description: state.versions.get(version_id) ?? '' };
      },
    }),
    route.post(`${path}/default-version`, {
      may: STAFF,
      summary: 'Set the default version',
      params,
      body: defaultVersionBody,
      response: successResponse,
      async handle({ params: { clientId }, body, execute }) {
        await execute(widget, {
          stream: streams.widget(clientId),
          command: { type: 'set_default_version', client_id: clientId, version_id: body.versionId },
        });
        return { success: true };
      },
    }),
  ];
}

/** Routes for the code appended to every widget, for SuperAdmins only. */
function templateRoutes({ pool }: AssistantPorts): Route[] {
  return [
    route.get('/api/ai/widget/templates', {
      may: ['SuperAdmin'],
      summary: 'The appended script and style with earlier ones',
      response: templatesResponse,
      reads: ['widgets', 'staff'],
      handle: () => templatesOf(pool),
    }),
    route.post('/api/ai/widget/templates', {
      may: ['SuperAdmin'],
      summary: 'Change the appended script and style',
      body: templateBody,
      response: successResponse,
      async handle({ body, execute }) {
        assertCompiles(body.script);
        await execute(widgetGlobals, {
          stream: streams.widgetGlobals(),
          command: { type: 'change_templates', ...body },
        });
        return { success: true };
      },
    }),
  ];
}

const securityOf = ({ security, secretGeneration }: Widget) => ({
  ...security,
  hasSecret: secretGeneration !== undefined,
});

/** Returns the default description of a version (spec 002 §4). */
const createdOn = (timeZone: string) =>
  `Version created on ${new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date())}`;
