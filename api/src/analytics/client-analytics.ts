import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Readable } from '../commands/commands.ts';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';
import { RESET_CONFIRMATION } from './contract.ts';

type AnalyticsCommand =
  | { type: 'reset'; client_id: string; confirmation: string | undefined }
  | ({ type: 'share' } & EventData<'AnalyticsReportShared'>)
  | ({ type: 'revoke_links' } & EventData<'AnalyticsReportLinksRevoked'>);

/** What is done to a client's figures beside counting them: each time is one of its own. */
export const clientAnalytics: Decider<
  null,
  AnalyticsCommand,
  DomainEvent<'AnalyticsReset' | 'AnalyticsReportShared' | 'AnalyticsReportLinksRevoked'>
> = {
  initialState: null,
  toldByLastEvent: true,
  evolve: () => null,
  decide(command) {
    if (command.type === 'share') {
      const { type: _, ...data } = command;
      return [{ type: 'AnalyticsReportShared', data }];
    }
    if (command.type === 'revoke_links') {
      const { type: _, ...data } = command;
      return [{ type: 'AnalyticsReportLinksRevoked', data }];
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

/** Until when links to a client's report are revoked, in milliseconds; read for each look at a shared report. */
export const revokedLinks: Readable<number, DomainEvent<'AnalyticsReportLinksRevoked'>> = {
  initialState: -1,
  evolve: (until, { type, data }) =>
    type === 'AnalyticsReportLinksRevoked' ? Math.max(until, Date.parse(data.revoked_at)) : until,
};
