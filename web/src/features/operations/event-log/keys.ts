import { liveKey } from '../../../shared/live/live-key.ts';

const all = liveKey(['event-log'], 'clients', 'staff');

export const eventLogKeys = {
  list: (query: Readonly<Record<string, unknown>>) => [...all, 'list', query],
  event: (position: string) => [...all, 'event', position],
  anchors: () => [...all, 'anchors'],
  replay: (query: Readonly<Record<string, unknown>>) => [...all, 'replay', query],
  asOf: (query: Readonly<Record<string, unknown>>) => [...all, 'as-of', query],
};
