import type { PropertyType } from '@landline/event-schemas';
import { liveKey } from '../../../shared/live/live-key.ts';

export const classificationKeys = {
  all: liveKey(['classification'], 'classifications'),
  factors: (type: PropertyType) => ['classification', 'factors', type],
  one: (candidateId: string) => ['classification', 'one', candidateId],
  summary: (scope: string) => ['classification', 'summary', scope],
};
