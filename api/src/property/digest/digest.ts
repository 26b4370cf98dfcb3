import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';

type DigestEvent = DomainEvent<'LeadsDigestSubscribed' | 'LeadsDigestUnsubscribed' | 'LeadsDigestIssued'>;
type Person = EventData<'LeadsDigestUnsubscribed'>;

interface Digest {
  readonly isSubscribed: boolean;
  /** End of the last issued digest by dataset. */
  readonly issuedUntil: Readonly<Record<string, string>>;
  /** Time of the subscription; the first digest of a dataset starts here. */
  readonly since: string;
}

type DigestCommand =
  | ({ type: 'subscribe'; at: string } & Person)
  | ({ type: 'unsubscribe' } & Person)
  | ({ type: 'issue' } & EventData<'LeadsDigestIssued'>);

/** A person's daily email about new premium leads; reports each lead once. */
export const digest: Decider<Digest | undefined, DigestCommand, DigestEvent> = {
  initialState: undefined,

  evolve(state, { type, data }) {
    switch (type) {
      case 'LeadsDigestSubscribed':
        return { isSubscribed: true, issuedUntil: {}, since: data.at };
      case 'LeadsDigestUnsubscribed':
        return state && { ...state, isSubscribed: false };
      case 'LeadsDigestIssued': {
        const until = Object.fromEntries(data.datasets.map((each) => [each.dataset_key, each.until]));
        return state && { ...state, issuedUntil: { ...state.issuedUntil, ...until } };
      }
    }
  },

  decide(command, state) {
    switch (command.type) {
      case 'subscribe':
        return state?.isSubscribed ? [] : [{ type: 'LeadsDigestSubscribed', data: dataOf(command) }];
      case 'unsubscribe':
        return state?.isSubscribed ? [{ type: 'LeadsDigestUnsubscribed', data: dataOf(command) }] : [];
      case 'issue': {
        const { datasets, ...rest } = dataOf(command);
        // Skip datasets that a concurrent attempt already reported.
        const unreportedDatasets = datasets.filter(
          ({ dataset_key, since }) => state && sinceOf(state, dataset_key) === since,
        );
        return state?.isSubscribed && unreportedDatasets.length > 0
          ? [{ type: 'LeadsDigestIssued', data: { ...rest, datasets: unreportedDatasets } }]
          : [];
      }
    }
  },
};

/** Returns the start of a dataset's next digest. */
export const sinceOf = ({ issuedUntil, since }: Digest, datasetKey: string): string =>
  issuedUntil[datasetKey] ?? since;
