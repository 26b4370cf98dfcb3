import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { BILLING_ALERTS } from './contract.ts';

/** What was warned of, as `month percentage`. */
type Billing = ReadonlySet<string>;

interface Check {
  type: 'check';
  client_id: string;
  month: string;
  used_messages: number;
  /** Null: the plan has no limit. */
  included_messages: number | null;
}

/** A client's warnings: each part of a month's messages is warned of once, and nothing is cut off. */
export const billing: Decider<Billing, Check, DomainEvent<'BillingAlertRaised'>> = {
  initialState: new Set(),

  evolve: (state, { data: { month, percentage } }) => new Set([...state, `${month} ${percentage}`]),

  decide({ type: _, included_messages, ...of }, state) {
    if (included_messages === null) return [];
    return BILLING_ALERTS.filter(
      (percentage) =>
        of.used_messages * 100 >= included_messages * percentage && !state.has(`${of.month} ${percentage}`),
    ).map((percentage) => ({ type: 'BillingAlertRaised', data: { ...of, included_messages, percentage } }));
  },
};
