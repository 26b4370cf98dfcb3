import { liveKey } from '../../../shared/live/live-key.ts';

export const activityKeys = {
  all: liveKey(['activity'], 'audit', 'clients', 'staff'),
  of: (entity: string, page: number) => ['activity', entity, page],
};
