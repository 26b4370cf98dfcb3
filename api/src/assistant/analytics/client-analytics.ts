import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Readable } from '../../platform/commands/commands.ts';
import type { Decider } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';
import { RESET_CONFIRMATION } from './contract.ts';

type AnalyticsEvent = DomainEvent<'AnalyticsReset' | 'AnalyticsReportShared' | 'AnalyticsReportLinksRevoked'>;

type AnalyticsCommand =
  | { type: 'reset'; client_id: string; confirmation: string | undefined }
  | ({ type: 'share' } & EventData<'AnalyticsReportShared'>)
  | ({ type: 'revoke_links' } & EventData<'AnalyticsReportLinksRevoked'>);

/** Commands on a client's analytics. Stateless: a repeated command appends its event again. */
export const clientAnalytics: Decider<null, AnalyticsCommand, AnalyticsEvent> = {
  initialState: null,
  readsLastEventOnly: true,
  evolve: () => null,
  decide(command) {
    if (command.type !== 'reset') {
      const { type, ...data } = command;
      const event = type === 'share' ? 'AnalyticsReportShared' : 'AnalyticsReportLinksRevoked';
      return [{ type: event, data } as AnalyticsEvent]; // TypeScript cannot correlate type and data
    }
    if (command.confirmation !== RESET_CONFIRMATION) {
      throw new DomainError(
        'rule_broken',
        'CONFIRMATION_REQUIRED',
        `Type ${RESET_CONFIRMATION} to reset the analytics data.`,
      );
    }
    return [{ type: 'AnalyticsReset', data: { client_id: command.client_id } }];
  },
};

/**
 * Time of the last revocation, in milliseconds since the Unix epoch; -1 if there was none. Report links issued up
 * to then are revoked.
 */
export const linksRevokedUntil: Readable<number, DomainEvent<'AnalyticsReportLinksRevoked'>> = {
  initialState: -1,
  evolve: (until, { type, data }) =>
    type === 'AnalyticsReportLinksRevoked' ? Math.max(until, Date.parse(data.revoked_at)) : until,
};
