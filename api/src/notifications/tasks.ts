import { type EventData, type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { type CausedNotification, NOTIFICATION_CHANNEL } from './channel.ts';
import { NOTIFICATION_KINDS, type NotificationKind, notificationKind } from './contract.ts';

const job = z.object({
  id: z.string(),
  kind: notificationKind,
  client_id: z.string(),
  /** What happened, after the client's name. */
  what: z.string(),
  at: z.iso.datetime(),
  actorId: z.string(),
});

/** Nobody is told of what Landline did by itself at its first start. */
const clientUpdate = (what: string) => told('clientUpdate', what);
const scrapingUpdate = (what: string) => told('scrapingUpdate', what);

function told(kind: NotificationKind, what: string) {
  return ({
    id,
    data,
    metadata,
  }: Pick<RecordedEvent, 'id' | 'metadata'> & { data: { client_id: string } }) => {
    const { actor, at } = metadata;
    if (actor.id === SYSTEM.id) return [];
    const payload: z.infer<typeof job> = {
      id,
      kind,
      client_id: data.client_id,
      what,
      at,
      actorId: actor.id,
    };
    return [{ task: 'notifications.tell', payload, maxAttempts: 3 }];
  };
}

function productsIn({
  has_ai_assistant,
  has_geo_leads,
  product_config,
}: EventData<'ClientProductsChanged'>['after']): string {
  const product = (name: string, has: boolean | undefined) =>
    has === undefined ? [] : [has ? `has ${name} now` : `has ${name} no longer`];
  return [
    ...product('AI Assistant', has_ai_assistant),
    ...product('Property Finder', has_geo_leads),
    ...(product_config ? [product_config.demo_mode ? 'is a demo account now' : 'is no demo account'] : []),
  ].join(', ');
}

/** Raised by Landline itself: told to all whom it concerns. */
const billingAlert = ({ id, data, metadata }: RecordedEvent<'BillingAlertRaised'>) => {
  const { client_id, percentage, included_messages } = data;
  const payload: z.infer<typeof job> = {
    id,
    kind: 'billingAlert',
    client_id,
    what: `has used ${percentage} % of the ${included_messages.toLocaleString('en')} messages of its plan this month`,
    at: metadata.at,
    actorId: metadata.actor.id,
  };
  return [{ task: 'notifications.tell', payload, maxAttempts: 3 }];
};

/** Which events are told to people who look at the moment, and how (spec 000 §3). */
export const notificationReactor = defineReactor({
  name: 'notifications',
  on: {
    ClientCreated: clientUpdate('was added'),
    ClientDetailsChanged: clientUpdate('was updated'),
    ClientProductsChanged: (event) => clientUpdate(productsIn(event.data.after))(event),
    ClientDeactivated: clientUpdate('was deactivated'),
    ClientReactivated: clientUpdate('is active again'),
    ClientClosed: clientUpdate('was closed'),
    ContentRequestSubmitted: (event) => scrapingUpdate(`asks for content: ${event.data.url}`)(event),
    ContentRequestProcessingStarted: scrapingUpdate('has a content request that is being processed'),
    ContentRequestCompleted: scrapingUpdate('has a content request that is completed'),
    BillingAlertRaised: billingAlert,
    ContentRequestRejected: scrapingUpdate('has a content request that was rejected'),
  },
});

export function notificationTasks({ commands, pg }: Deps): Record<string, Task> {
  return {
    'notifications.tell': async (payload) => {
      const { id, kind, client_id, what, at, actorId } = job.parse(payload);
      const { state } = await commands.load(client, streams.client(client_id));
      if (!state) return;
      const caused: CausedNotification = {
        actorId,
        notification: {
          id,
          kind,
          ...NOTIFICATION_KINDS[kind],
          message: `${state.name} ${what}`,
          timestamp: at,
          clientId: client_id,
        },
      };
      await pg.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, JSON.stringify(caused)]);
    },
  };
}
