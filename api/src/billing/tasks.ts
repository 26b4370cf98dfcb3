import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { untilProjected } from '../reactors/until-projected.ts';
import { billing } from './billing.ts';
import { clientBilling } from './queries.ts';

const checkJob = z.object({
  client_id: z.string(),
  position: z.string(),
  event_id: z.string(),
  /** Jobs of an earlier release lack it. */
  correlation_id: z.string().optional(),
});

/** A client's answers are looked at together, so often: an alert is no matter of seconds. */
const CHECK_SECONDS = 5;

/** An answer may be the one that reaches what its client's plan includes. */
export const billingReactor = defineReactor({
  name: 'billing',
  on: {
    QuestionAnswered: ({ id, data: { client_id }, position, metadata }) => {
      const payload: z.infer<typeof checkJob> = {
        client_id,
        position: position.toString(),
        event_id: id,
        correlation_id: metadata.correlationId,
      };
      const gather = { key: `billing:${client_id}`, seconds: CHECK_SECONDS };
      return [{ task: 'billing.check', payload, queue: `billing ${client_id}`, gather }];
    },
  },
});

export function billingTasks({ commands, pg, pool }: Deps): Record<string, Task> {
  return {
    'billing.check': async (payload) => {
      const { client_id, position, event_id, correlation_id = event_id } = checkJob.parse(payload);
      await untilProjected(pg, 'analytics', BigInt(position));
      const { period_start, ai_messages_this_month, billing_info } = await clientBilling(pool, client_id);
      await commands.execute(billing, {
        stream: streams.billing(client_id),
        command: {
          type: 'check',
          client_id,
          month: period_start.slice(0, 7),
          used_messages: ai_messages_this_month,
          included_messages: billing_info.included_messages,
        },
        actor: SYSTEM,
        correlationId: correlation_id,
        causationId: event_id,
      });
    },
  };
}
