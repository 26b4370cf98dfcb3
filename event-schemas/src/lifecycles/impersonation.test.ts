import { expect, test } from 'vitest';
import { type ImpersonationStep, impersonationStatus, impersonationStatusAfter } from './impersonation.ts';

test('starts and stops on request; a failure ends the impersonation', () => {
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
