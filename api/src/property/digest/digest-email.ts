import { baseUrl, greeting } from '../../identity/users/emails.ts';
import type { Account } from '../../identity/users/load-account.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { plainName, renderMail } from '../../platform/mail/render.ts';
import type { PropertyPorts } from '../ports.ts';
import type { DatasetLeads } from './new-leads.ts';

export function digestEmail(
  { config }: Pick<PropertyPorts, 'config'>,
  account: Account,
  leads: readonly DatasetLeads[],
): Mail {
  const total = leads.reduce((sum, each) => sum + each.total, 0);
  const hub = account.ref.kind === 'client' ? '/client/propertyhub' : '/propertyhub';
  return renderMail(
    {
      to: account.email,
      subject: `${countText(total)} on ${config.PRODUCT_NAME}`,
      greeting: greeting(account),
      paragraphs: leads.map(
        ({ dataset_name, total: count, best }) =>
          `${plainName(dataset_name)}: ${countText(count)}${count > best.length ? '. Top scores' : ''}: ${best.map(leadText).join(', ')}.`,
      ),
      action: { label: 'Open Property Hub', url: new URL(hub, baseUrl({ config })).href },
      notes: [
        'You subscribed to this email, which we send at most once a day. You can unsubscribe in the Property Hub.',
      ],
    },
    config.PRODUCT_NAME,
  );
}

const countText = (count: number) => `${count} new premium ${count === 1 ? 'lead' : 'leads'}`;
const leadText = ({ name, score }: DatasetLeads['best'][number]) =>
  `${plainName(name)} (score ${score?.toFixed(1)})`;
