import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { EMAIL_ATTEMPTS } from '../../identity/sessions/constants.ts';
import { loadAccount } from '../../identity/users/load-account.ts';
import { defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import { liveSetOf } from '../candidates/live-score-set.ts';
import type { PropertyPorts } from '../ports.ts';
import { digest, sinceOf } from './digest.ts';
import { digestEmail } from './digest-email.ts';
import { currentAccess, newLeads } from './new-leads.ts';

const person = z.object({ user_id: z.string(), kind: z.enum(['staff', 'client']) });
const issuedDigest = person.extend({
  digest_id: z.string(),
  datasets: z.array(z.object({ dataset_key: z.string(), since: z.string(), until: z.string() })),
});

/** Starts the daily check for a new subscriber, and sends issued digests. */
export const digestReactor = defineReactor({
  name: 'digest',
  on: {
    LeadsDigestSubscribed: ({ data: { user_id, kind } }) => [
      { task: 'digest.look', payload: { user_id, kind } },
    ],
    LeadsDigestIssued: ({ data }) => [{ task: 'digest.mail', payload: data, maxAttempts: EMAIL_ATTEMPTS }],
  },
});

/** Hour of the daily check in UTC, so that digests arrive in the early morning in the United States. */
const CHECK_HOUR = 11;

export function nextCheck(now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(CHECK_HOUR, 0, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

export function digestTasks(ports: PropertyPorts): Record<string, Task> {
  const { commands, pg, pool, mailer } = ports;

  /** Issues a digest if there are new leads. Returns false when the person has unsubscribed. */
  async function check({ user_id, kind }: z.infer<typeof person>, now: Date): Promise<boolean> {
    const stream = streams.leadsDigest(user_id);
    const { state } = await commands.load(digest, stream);
    if (!state?.isSubscribed) return false;
    const account = await loadAccount(commands, { kind, id: user_id });
    const access = account?.isActive ? await currentAccess(ports, account) : undefined;
    if (!account || !access) return true;
    const until = now.toISOString();
    const leads = await newLeads(ports, account, access, async ({ dataset_key, status }, listing) => {
      const set = await liveSetOf(pool, dataset_key, listing.scope);
      // Leads that are not imported or scored yet are left to the next digest.
      const isScored = set?.setId === listing.setId && (set?.asOf ?? -1n) >= listing.versions.candidates;
      return status === 'active' && isScored ? { since: sinceOf(state, dataset_key), until } : undefined;
    });
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
      const subscriber = person.parse(payload);
      const now = new Date();
      if (!(await check(subscriber, now))) return;
      await addJob('digest.look', subscriber, {
        runAt: nextCheck(now),
        jobKey: `digest:${subscriber.user_id}`,
      });
    },

    /** Sends at most once: an email that may have been sent before a crash is not sent again. */
    'digest.mail': async (payload) => {
      const { user_id, kind, digest_id, datasets } = issuedDigest.parse(payload);
      const account = await loadAccount(commands, { kind, id: user_id });
      const access = account?.isActive ? await currentAccess(ports, account) : undefined;
      if (!account || !access) return;
      const spans = new Map(datasets.map((each) => [each.dataset_key, each]));
      const leads = await newLeads(ports, account, access, ({ dataset_key }) => spans.get(dataset_key));
      if (leads.length === 0) return;
      const { rowCount } = await pg.query(
        'INSERT INTO api.digest_mail (digest_id) VALUES ($1) ON CONFLICT DO NOTHING',
        [digest_id],
      );
      if (rowCount === 0) return;
      try {
        await mailer(digestEmail(ports, account, leads));
      } catch (error) {
        await pg.query('DELETE FROM api.digest_mail WHERE digest_id = $1', [digest_id]);
        throw error;
      }
    },
  };
}
