import { type EventData, type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { type CausedNotification, NOTIFICATION_CHANNEL } from '../../platform/live/notification-channel.ts';
import { defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import { client } from '../clients/client.ts';
import type { ClientsPorts } from '../ports.ts';
import { NOTIFICATION_KINDS, type NotificationKind, notificationKind } from './contract.ts';

const job = z.object({
  id: z.string(),
  kind: notificationKind,
  client_id: z.string(),
  /** Text for staff, after the client's name. */
  what: z.string(),
  /** Text for the client's users. Jobs of earlier releases lack it. */
  clientMessage: z.string().optional(),
  at: z.iso.datetime(),
  actorId: z.string(),
});

type Texts = Pick<z.infer<typeof job>, 'what' | 'clientMessage'>;
type ClientEvent = Pick<RecordedEvent, 'id' | 'metadata'> & { data: { client_id: string } };

const jobsFor = (kind: NotificationKind, { id, data, metadata }: ClientEvent, texts: Texts) => {
  const payload: z.infer<typeof job> = {
    id,
    kind,
    client_id: data.client_id,
    ...texts,
    at: metadata.at,
    actorId: metadata.actor.id,
  };
  return [{ task: 'notifications.tell', payload, maxAttempts: 3 }];
};

/** Skips Landline's own actions, such as those of the first start. */
const unlessBySystem =
  (kind: NotificationKind) => (what: string, clientMessage: string) => (event: ClientEvent) =>
    event.metadata.actor.id === SYSTEM.id ? [] : jobsFor(kind, event, { what, clientMessage });

const clientUpdate = unlessBySystem('clientUpdate');
const scrapingUpdate = unlessBySystem('scrapingUpdate');

function productsChanged(event: RecordedEvent<'ClientProductsChanged'>) {
  const changes = productChanges(event.data.after);
  const sentence = changes.map(({ product, change }) => `${product} was ${change}`).join(' and ');
  return clientUpdate(
    changes.map(({ product, change }) => `${product} ${change}`).join(', '),
    `Your plan changed: ${sentence}.`,
  )(event);
}

function productChanges({
  has_ai_assistant,
  has_geo_leads,
  product_config,
}: EventData<'ClientProductsChanged'>['after']) {
  const change = (product: string, isOn: boolean | undefined, on: string, off: string) =>
    isOn === undefined ? [] : [{ product, change: isOn ? on : off }];
  return [
    ...change('Property Finder', has_geo_leads, 'added', 'removed'),
    ...change('AI Assistant', has_ai_assistant, 'added', 'removed'),
    ...change('Demo mode', product_config?.demo_mode, 'turned on', 'turned off'),
  ];
}

/** Returns the notification of a billing alert, which the system raises for staff and the client. */
function billingAlert(event: RecordedEvent<'BillingAlertRaised'>) {
  const { percentage, included_messages } = event.data;
  const included = included_messages.toLocaleString('en-US');
  return jobsFor('billingAlert', event, {
    what: `${percentage}% of the plan's ${included} messages used this month`,
    clientMessage: `You have used ${percentage}% of your plan's ${included} messages this month.`,
  });
}

/** Shortens a URL: a payload of `pg_notify` must be smaller than 8,000 bytes. */
const shorten = (url: string) => (url.length > 100 ? `${url.slice(0, 100)}…` : url);

/** Live notifications of events (spec 000 §3). */
export const notificationReactor = defineReactor({
  name: 'notifications',
  on: {
    ClientCreated: clientUpdate('client added', 'Your account was created.'),
    ClientDetailsChanged: clientUpdate('details updated', 'Your account details were updated.'),
    ClientProductsChanged: productsChanged,
    ClientDeactivated: clientUpdate('client deactivated', 'Your account was deactivated.'),
    ClientReactivated: clientUpdate('client reactivated', 'Your account was reactivated.'),
    ClientClosed: clientUpdate('client closed', 'Your account was closed.'),
    ContentRequestSubmitted: (event) => {
      const url = shorten(event.data.url);
      return scrapingUpdate(
        `content request submitted for ${url}`,
        `Your content request for ${url} was submitted.`,
      )(event);
    },
    ContentRequestProcessingStarted: scrapingUpdate(
      'content request in progress',
      'Your content request is in progress.',
    ),
    ContentRequestCompleted: scrapingUpdate(
      'content request completed',
      'Your content request was completed.',
    ),
    BillingAlertRaised: billingAlert,
    ContentRequestRejected: scrapingUpdate('content request rejected', 'Your content request was rejected.'),
  },
});

export function notificationTasks({ commands, pg }: ClientsPorts): Record<string, Task> {
  return {
    'notifications.tell': async (payload) => {
      const { id, kind, client_id, what, clientMessage, at, actorId } = job.parse(payload);
      const { state } = await commands.load(client, streams.client(client_id));
      if (!state) return;
      const message = `${state.name}: ${what}`;
      const causedNotification: CausedNotification = {
        actorId,
        notification: {
          id,
          kind,
          ...NOTIFICATION_KINDS[kind],
          message,
          timestamp: at,
          clientId: client_id,
        },
        clientMessage: clientMessage ?? message,
      };
      await pg.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, JSON.stringify(causedNotification)]);
    },
  };
}
