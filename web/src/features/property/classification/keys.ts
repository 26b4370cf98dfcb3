import type { PropertyType } from '@landline/event-schemas';
import { liveKey } from '../../../shared/live/live-key.ts';

/** The summary also names the clients of the training scopes. */
const summaries = liveKey(['classification', 'summary'], 'clients');

export const classificationKeys = {
  all: liveKey(['classification'], 'classifications', 'scoring'),
  factors: (type: PropertyType) => ['classification', 'factors', type],
  one: (candidateId: string) => ['classification', 'one', candidateId],
  summary: (scope: string) => [...summaries, scope],
};
