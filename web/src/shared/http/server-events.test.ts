import { expect, test } from 'vitest';
import { readEvents } from './server-events.ts';

test('reads events whose data contains line separators', async () => {
  const data = { quote: 'One\u2028two\u2029three' };
  const body = new Blob([`event: citations\ndata: ${JSON.stringify(data)}\n\n`]).stream();
  expect(await Array.fromAsync(readEvents(body))).toEqual([{ event: 'citations', data }]);
});
