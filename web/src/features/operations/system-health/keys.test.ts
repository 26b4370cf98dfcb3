import { expect, test } from 'vitest';
import { liveKeysOf } from '../../../shared/live/live-key.ts';
import { systemKeys } from './keys.ts';

test.each(['clients', 'staff', 'analytics', 'content-requests'])(
  'refetches the statistics when %s change',
  (readModel) => {
    expect(liveKeysOf(readModel)).toContainEqual(systemKeys.stats());
  },
);
