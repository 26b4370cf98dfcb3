import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { clientNotFound } from '../clients/client.ts';
import { findClient } from '../clients/queries.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { widgetGlobals } from '../widget/globals.ts';
import { widget } from '../widget/widget.ts';
import { branding, brandingBody } from './contract.ts';
import { brandingOf, globalBranding } from './queries.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const ITS_OWN = [...STAFF, 'ClientUser'] as const;
const byClient = z.object({ clientId: z.string().max(100) });
const path = '/api/ai/settings/branding';

/** How widgets look and what they say: for all, and for a client (spec 002 §7). */
export function brandingRoutes({ pool, commands }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path,
      may: STAFF,
      summary: 'The global branding',
      response: branding,
      reads: ['widgets'],
      handle: () => globalBranding(pool),
    }),
    route({
      method: 'POST',
      path,
      may: STAFF,
      summary: 'Change the global branding',
      body: brandingBody,
      response: branding,
      async handle({ body, execute }) {
        const { state } = await execute(widgetGlobals, {
          stream: streams.widgetGlobals(),
          command: { type: 'change_branding', changes: given(body) },
        });
        return state.branding;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/client/:clientId`,
      may: ITS_OWN,
      ofClient: { product: 'ai_assistant' },
      summary: "A client's branding: its own, or the global one",
      params: byClient,
      response: branding,
      reads: ['widgets', 'clients'],
      async handle({ params: { clientId } }) {
        if (!(await findClient(pool, clientId))) throw clientNotFound();
        return brandingOf(pool, clientId);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/client/:clientId`,
      may: ITS_OWN,
      ofClient: { product: 'ai_assistant' },
      summary: "Change a client's branding",
      params: byClient,
      body: brandingBody,
      response: branding,
      reads: ['clients'],
      async handle({ params: { clientId }, body, execute }) {
        if (!(await findClient(pool, clientId))) throw clientNotFound();
        const { state: globals } = await commands.load(widgetGlobals, streams.widgetGlobals());
        const { state } = await execute(widget, {
          stream: streams.widget(clientId),
          command: {
            type: 'change_branding',
            client_id: clientId,
            changes: given(body),
            globalBranding: globals.branding,
          },
        });
        return state.branding ?? globals.branding;
      },
    }),
  ];
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what was not sent. */
const given = <T extends object>(body: T): Given<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given<T>; // fromEntries forgets which is which
