import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Asked, cause, defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { untilProjected } from '../reactors/until-projected.ts';
import { billing } from './billing.ts';
import { clientBilling } from './queries.ts';

const checkJob = cause.extend({
  client_id: z.string(),
  position: z.string(),
  /** Jobs of an earlier release lack it. */
  answered_at: z.iso.datetime().default(() => new Date().toISOString()),
});

/** A client's answers are looked at together, so often: an alert is no matter of seconds. */
const CHECK_SECONDS = 5;
/** Well over what a question waits for its answer, and that for being looked at with others: its month may end meanwhile. */
const LONGEST_WAIT_MS = 3_600_000;

/** An answer may be the one that reaches what its client's plan includes. */
export const billingReactor = defineReactor({
  name: 'billing',
  on: {
    QuestionAnswered: ({ data: { client_id }, position, metadata }) => {
      const payload: Asked<z.output<typeof checkJob>> = {
        client_id,
        position: position.toString(),
        answered_at: metadata.at,
      };
      const gather = { key: `billing:${client_id}`, seconds: CHECK_SECONDS };
      return [{ task: 'billing.check', payload, queue: `billing ${client_id}`, gather }];
    },
  },
});

export function billingTasks({ commands, pg, pool }: Deps) {
  return {
    'billing.check': async (payload) => {
      const { client_id, position, answered_at, ...cause } = checkJob.parse(payload);
      await untilProjected(pg, 'analytics', BigInt(position));
      const { months, time_zone } = await clientBilling(pool, client_id);
      const first = monthIn(time_zone, Date.parse(answered_at) - LONGEST_WAIT_MS);
      for (const { month, ai_messages, billing_info } of months.toReversed()) {
        if (month < first) continue;
        await commands.execute(billing, {
          stream: streams.billing(client_id),
          command: {
            type: 'check',
            client_id,
            month,
            used_messages: ai_messages,
            included_messages: billing_info.included_messages,
          },
          actor: SYSTEM,
          ...cause,
        });
      }
    },
  } satisfies Record<string, Task>;
}

/** The month of an instant, `YYYY-MM`. */
function monthIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at).slice(0, 7);
}
