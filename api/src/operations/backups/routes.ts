import { type DomainEvent, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Decider } from '../../platform/commands/decider.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OperationsPorts } from '../ports.ts';

/** Decider for completed backups. It needs no state, because it never rejects one. */
const backups: Decider<null, { readonly made_at: string }, DomainEvent<'BackupRecorded'>> = {
  initialState: null,
  readsLastEventOnly: true,
  evolve: () => null,
  decide: (data) => [{ type: 'BackupRecorded', data }],
};

/** Route that records a completed backup in the event log and in `api.backup`, which the `BackupOld` alert reads. */
export function backupRoutes({ pg }: OperationsPorts): Route[] {
  return [
    route.post('/api/admin/backups', {
      may: ['SuperAdmin'],
      operatorScope: 'backups',
      summary: 'Record a completed backup',
      body: z.object({ madeAt: z.iso.datetime() }),
      response: successResponse,
      async handle({ body: { madeAt }, execute }) {
        await execute(backups, { stream: streams.backups(), command: { made_at: madeAt } });
        await pg.query('INSERT INTO api.backup (made_at) VALUES ($1)', [madeAt]);
        return { success: true as const };
      },
    }),
  ];
}
