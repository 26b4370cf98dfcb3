import { expect, test } from 'vitest';
import { type ImpersonationStep, impersonationStatus, impersonationStatusAfter } from './impersonation.ts';

test('an impersonation is asked for, started and stopped; whatever fails leads back to oneself', () => {
  const steps: ImpersonationStep[] = ['START', 'STARTED', 'STOP', 'STOPPED', 'FAIL', 'END'];
  const table = impersonationStatus.options.map((status) => [
    status,
    steps.map((step) => impersonationStatusAfter(status, step) ?? '-').join(' '),
  ]);
  expect(table).toEqual([
    ['inactive', 'starting - - - - -'],
    ['starting', '- active - - inactive -'],
    ['active', '- - stopping - - inactive'],
    ['stopping', '- - - inactive inactive inactive'],
  ]);
});
