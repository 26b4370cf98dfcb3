import type { Deps } from '../deps.ts';
import type { Account } from '../identity/accounts.ts';
import { baseUrl, greeting } from '../identity/mails.ts';
import type { Mail } from '../mail/mailer.ts';
import { plainName, renderMail } from '../mail/render.ts';
import type { Leads } from './leads.ts';

/** The mail that tells of new premium leads. */
export function digestMail(
  { config }: Pick<Deps, 'config'>,
  account: Account,
  leads: readonly Leads[],
): Mail {
  const total = leads.reduce((sum, each) => sum + each.total, 0);
  const hub = account.ref.kind === 'client' ? '/client/propertyhub' : '/propertyhub';
  return renderMail(
    {
      to: account.email,
      subject: `${counted(total)} on ${config.PRODUCT_NAME}`,
      greeting: greeting(account),
      paragraphs: leads.map(
        ({ dataset_name, total: count, best }) =>
          `${plainName(dataset_name)}: ${counted(count)}. ${count > best.length ? 'The best' : 'Look at'}: ${best.map(named).join(', ')}.`,
      ),
      action: { label: 'Open Property Hub', url: new URL(hub, baseUrl({ config })).href },
      notes: ['You asked for this mail, at most once a day. You can turn it off in the Property Hub.'],
    },
    config.PRODUCT_NAME,
  );
}

const counted = (count: number) => `${count} new premium ${count === 1 ? 'lead' : 'leads'}`;
const named = ({ name, score }: Leads['best'][number]) => `${plainName(name)} (${score?.toFixed(1)})`;
