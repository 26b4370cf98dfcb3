import type { ProjectorHealth } from '@landline/api/operations/system-health/contract';
import { expect, test } from 'vitest';
import { pollingInterval } from './database-health.ts';

const progress = { version: 1, position: '9', head: '10' };
const upToDate: ProjectorHealth = {
  name: 'clients',
  live: { ...progress, position: '10' },
  building: null,
  lagSeconds: 0,
  parked: 0,
  requests: [],
};

test.each<[string, Partial<ProjectorHealth>, number | false]>([
  ['every second while a read model is rebuilding', { building: progress, requests: ['rebuild'] }, 1_000],
  ['every five seconds while a request is pending', { requests: ['replay'] }, 5_000],
  ['every five seconds while a read model is behind', { live: progress }, 5_000],
  ['not at all if every read model is up to date', {}, false],
])('polls %s', (_, changes, interval) => {
  expect(pollingInterval([upToDate, { ...upToDate, ...changes }])).toBe(interval);
});
