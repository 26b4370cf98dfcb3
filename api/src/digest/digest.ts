import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';

type DigestEvent = DomainEvent<'LeadsDigestSubscribed' | 'LeadsDigestUnsubscribed' | 'LeadsDigestIssued'>;
type Person = EventData<'LeadsDigestUnsubscribed'>;

export interface Digest {
  readonly isSubscribed: boolean;
  /** Since when there is something to tell, by dataset, and of those that nothing was told of yet. */
  readonly told: Readonly<Record<string, string>>;
  readonly since: string;
}

export type DigestCommand =
  | ({ type: 'subscribe'; at: string } & Person)
  | ({ type: 'unsubscribe' } & Person)
  | ({ type: 'issue' } & EventData<'LeadsDigestIssued'>);

/** New premium leads by mail, once a day, for who asked for it: each lead is told of once. */
export const digest: Decider<Digest | undefined, DigestCommand, DigestEvent> = {
  initialState: undefined,

  evolve(state, { type, data }) {
    switch (type) {
      case 'LeadsDigestSubscribed':
        return { isSubscribed: true, told: {}, since: data.at };
      case 'LeadsDigestUnsubscribed':
        return state && { ...state, isSubscribed: false };
      case 'LeadsDigestIssued': {
        const until = Object.fromEntries(data.datasets.map((each) => [each.dataset_key, each.until]));
        return state && { ...state, told: { ...state.told, ...until } };
      }
    }
  },

  decide({ type, ...command }, state) {
    switch (type) {
      case 'subscribe':
        return state?.isSubscribed
          ? []
          : [{ type: 'LeadsDigestSubscribed', data: command as EventData<'LeadsDigestSubscribed'> }];
      case 'unsubscribe':
        return state?.isSubscribed ? [{ type: 'LeadsDigestUnsubscribed', data: command as Person }] : [];
      case 'issue': {
        const { datasets, ...rest } = command as EventData<'LeadsDigestIssued'>;
        // What another attempt has told of meanwhile is told.
        const untold = datasets.filter(
          ({ dataset_key, since }) => state && sinceOf(state, dataset_key) === since,
        );
        return state?.isSubscribed && untold.length > 0
          ? [{ type: 'LeadsDigestIssued', data: { ...rest, datasets: untold } }]
          : [];
      }
    }
  },
};

/** Since when leads of a dataset have not been told of. */
export const sinceOf = ({ told, since }: Digest, datasetKey: string): string => told[datasetKey] ?? since;
