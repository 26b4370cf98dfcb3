import { streams } from '@landline/event-schemas';
import { type Route, route } from '../../platform/http/route.ts';
import { withoutUndefined } from '../../platform/without-undefined.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF, STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { requireClient } from '../require-client.ts';
import { widget } from '../widget/widget.ts';
import { widgetGlobals } from '../widget/widget-globals.ts';
import { branding, brandingBody } from './contract.ts';
import { brandingOf, globalBranding } from './queries.ts';

const path = '/api/ai/settings/branding';

/** Routes for the global branding and the branding of each client (spec 002 §7). */
export function brandingRoutes({ pool, commands }: AssistantPorts): Route[] {
  return [
    route.get(path, {
      may: STAFF,
      summary: 'The global branding',
      response: branding,
      reads: ['widgets'],
      handle: () => globalBranding(pool),
    }),
    route.post(path, {
      may: STAFF,
      summary: 'Change the global branding',
      body: brandingBody,
      response: branding,
      async handle({ body, execute }) {
        const { state } = await execute(widgetGlobals, {
          stream: streams.widgetGlobals(),
          command: { type: 'change_branding', changes: withoutUndefined(body) },
        });
        return state.branding;
      },
    }),
    route.get(`${path}/client/:clientId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "A client's branding, by default the global one",
      response: branding,
      reads: ['widgets', 'clients'],
      async handle({ params: { clientId } }) {
        await requireClient(pool, clientId);
        return brandingOf(pool, clientId);
      },
    }),
    route.post(`${path}/client/:clientId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "Change a client's branding",
      body: brandingBody,
      response: branding,
      reads: ['clients'],
      async handle({ params: { clientId }, body, execute }) {
        await requireClient(pool, clientId);
        const { state: globals } = await commands.load(widgetGlobals, streams.widgetGlobals());
        const { state } = await execute(widget, {
          stream: streams.widget(clientId),
          command: {
            type: 'change_branding',
            client_id: clientId,
            changes: withoutUndefined(body),
            globalBranding: globals.branding,
          },
        });
        return state.branding ?? globals.branding;
      },
    }),
  ];
}
