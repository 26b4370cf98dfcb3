import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { BILLING_ALERTS } from './contract.ts';

/** Alerts raised, as `month percentage`. */
type RaisedAlerts = ReadonlySet<string>;

interface Check {
  type: 'check';
  client_id: string;
  month: string;
  used_messages: number;
  /** Null for an unlimited plan. */
  included_messages: number | null;
}

/** Billing alerts of a client: each percentage once per month. Service continues beyond the limit. */
export const billing: Decider<RaisedAlerts, Check, DomainEvent<'BillingAlertRaised'>> = {
  initialState: new Set(),

  evolve: (state, { data: { month, percentage } }) => new Set([...state, `${month} ${percentage}`]),

  decide({ type: _, included_messages, ...usage }, state) {
    if (included_messages === null) return [];
    return BILLING_ALERTS.filter(
      (percentage) =>
        usage.used_messages * 100 >= included_messages * percentage &&
        !state.has(`${usage.month} ${percentage}`),
    ).map((percentage) => ({
      type: 'BillingAlertRaised',
      data: { ...usage, included_messages, percentage },
    }));
  },
};
