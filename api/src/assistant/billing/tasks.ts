import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { cause, defineReactor, type JobPayload } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import type { AssistantPorts } from '../ports.ts';
import { billing } from './billing.ts';
import { clientBilling } from './queries.ts';

const checkJob = cause.extend({
  client_id: z.string(),
  position: z.string(),
  /** Missing in jobs of earlier releases. */
  answered_at: z.iso.datetime().default(() => new Date().toISOString()),
});

/** Debounce of a client's usage checks, in seconds. */
const CHECK_SECONDS = 5;
/** Time that a check looks back from its answer, in milliseconds, to cover earlier answers of the same hour. */
const HOUR_MS = 3_600_000;
/** Length of a time up to its hour, such as `2026-10-31T23`. */
const HOUR_LENGTH = 13;

/** Checks usage after each answer. */
export const billingReactor = defineReactor({
  name: 'billing',
  on: {
    QuestionAnswered: ({ data: { client_id }, position, metadata }) => {
      const payload: JobPayload<z.output<typeof checkJob>> = {
        client_id,
        position: position.toString(),
        answered_at: metadata.at,
      };
      // One check per hour: after downtime, a single one would miss a month that ended before the last answer.
      const hour = metadata.at.slice(0, HOUR_LENGTH);
      const debounce = { key: `billing:${client_id}:${hour}`, seconds: CHECK_SECONDS };
      return [{ task: 'billing.check', payload, queue: `billing ${client_id}`, debounce }];
    },
  },
});

export function billingTasks({ commands, pg, pool }: AssistantPorts) {
  return {
    'billing.check': async (payload) => {
      const { client_id, position, answered_at, ...origin } = checkJob.parse(payload);
      await waitUntilProjected(pg, 'analytics', BigInt(position));
      const { months, time_zone } = await clientBilling(pool, client_id);
      const firstMonth = monthIn(time_zone, Date.parse(answered_at) - HOUR_MS);
      for (const { month, ai_messages, billing_info } of months.toReversed()) {
        if (month < firstMonth) continue;
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
          ...origin,
        });
      }
    },
  } satisfies Record<string, Task>;
}

/** Returns the month of a time in a time zone, `YYYY-MM`. */
function monthIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at).slice(0, 7);
}
