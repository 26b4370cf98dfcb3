import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { loadAccount } from '../identity/accounts.ts';
import { MAIL_ATTEMPTS } from '../identity/constants.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { digest, sinceOf } from './digest.ts';
import { accessNow, newLeads } from './leads.ts';
import { digestMail } from './mail.ts';

const person = z.object({ user_id: z.string(), kind: z.enum(['staff', 'client']) });
const issued = person.extend({
  digest_id: z.string(),
  datasets: z.array(z.object({ dataset_key: z.string(), since: z.string(), until: z.string() })),
});

/** Who subscribes is looked at every day from then on; what was issued is mailed. */
export const digestReactor = defineReactor({
  name: 'digest',
  on: {
    LeadsDigestSubscribed: ({ data: { user_id, kind } }) => [
      { task: 'digest.look', payload: { user_id, kind } },
    ],
    LeadsDigestIssued: ({ data }) => [
      { task: 'digest.mail', payload: mailOf(data), maxAttempts: MAIL_ATTEMPTS },
    ],
  },
});

const mailOf = ({ user_id, kind, digest_id, datasets }: EventData<'LeadsDigestIssued'>) => ({
  user_id,
  kind,
  digest_id,
  datasets: datasets.map(({ dataset_key, since, until }) => ({ dataset_key, since, until })),
});

/** The hour of the day, UTC, at which there is something to read in the morning of the United States. */
const HOUR = 11;

/** The next time that the hour strikes. */
export function nextLook(now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(HOUR, 0, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

export function digestTasks(deps: Deps): Record<string, Task> {
  const { commands, pg, mailer } = deps;

  /** Tells the log of what is new, if anything is and somebody wants to know. False: nobody does any more. */
  async function look({ user_id, kind }: z.infer<typeof person>, now: Date): Promise<boolean> {
    const stream = streams.leadsDigest(user_id);
    const { state } = await commands.load(digest, stream);
    if (!state?.isSubscribed) return false;
    const account = await loadAccount(commands, { kind, id: user_id });
    const access = account?.isActive ? await accessNow(deps, account) : undefined;
    if (!account || !access) return true;
    const until = now.toISOString();
    const leads = await newLeads(deps, account, access, (key) => ({ since: sinceOf(state, key), until }));
    if (leads.length === 0) return true;
    const digest_id = crypto.randomUUID();
    const datasets = leads.map(({ dataset_key, since, total }) => ({
      dataset_key,
      since,
      until,
      leads: total,
    }));
    const command = { type: 'issue', user_id, kind, digest_id, datasets } as const;
    await commands.execute(digest, { stream, command, actor: SYSTEM, correlationId: digest_id });
    return true;
  }

  return {
    'digest.look': async (payload, { addJob }) => {
      const who = person.parse(payload);
      const now = new Date();
      if (!(await look(who, now))) return;
      await addJob('digest.look', who, { runAt: nextLook(now), jobKey: `digest:${who.user_id}` });
    },

    /** A mail that may have been handed in before a crash is not handed in again: rather none than two. */
    'digest.mail': async (payload) => {
      const { user_id, kind, digest_id, datasets } = issued.parse(payload);
      const account = await loadAccount(commands, { kind, id: user_id });
      const access = account?.isActive ? await accessNow(deps, account) : undefined;
      if (!account || !access) return;
      const spans = new Map(datasets.map((each) => [each.dataset_key, each]));
      const leads = await newLeads(deps, account, access, (key) => spans.get(key));
      if (leads.length === 0) return;
      const { rowCount } = await pg.query(
        'INSERT INTO api.digest_mail (digest_id) VALUES ($1) ON CONFLICT DO NOTHING',
        [digest_id],
      );
      if (rowCount === 0) return;
      try {
        await mailer(digestMail(deps, account, leads));
      } catch (error) {
        await pg.query('DELETE FROM api.digest_mail WHERE digest_id = $1', [digest_id]);
        throw error;
      }
    },
  };
}
