import { liveKey } from '../../../shared/live/live-key.ts';

const events = liveKey(['event-log', 'events'], 'log', 'clients', 'staff');
const anchors = liveKey(['event-log', 'anchors'], 'log');

export const eventLogKeys = {
  list: (query: Readonly<Record<string, unknown>>) => [...events, 'list', query],
  event: (position: string) => [...events, 'one', position],
  anchors: () => anchors,
  // Not live: replaying is slow, and a past state does not change.
  replay: (query: Readonly<Record<string, unknown>>) => ['event-log', 'replay', query],
  asOf: (query: Readonly<Record<string, unknown>>) => ['event-log', 'as-of', query],
};
