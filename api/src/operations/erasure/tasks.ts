import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { isDomainError } from '../../platform/errors.ts';
import { cause, defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { OperationsPorts } from '../ports.ts';
import { closeAccount, destroySubjects, rebuildReadModels } from './erase.ts';
import { eraseOutdated } from './erase-outdated.ts';
import { erasure } from './erasure.ts';
import { kindOf } from './subjects.ts';

const eraseJob = cause.extend({ erasure_id: z.string() });

export const erasureReactor = defineReactor({
  name: 'erasure',
  on: {
    ErasureApproved: ({ data: { erasure_id } }) => [
      { task: 'erasure.erase', payload: { erasure_id }, queue: 'erasure' },
    ],
  },
});

/** Daily at 03:15. */
export const erasureCron = { task: 'erasure.retain', match: '15 3 * * *' };

/** Conversations and messages erased per event. */
const OUTDATED_BATCH = 1_000;

export function erasureTasks(ports: OperationsPorts): Record<string, Task> {
  return {
    'erasure.erase': async (payload, { abortSignal }) => {
      const { erasure_id, ...cause } = eraseJob.parse(payload);
      const origin = { actor: SYSTEM, ...cause };
      const stream = streams.erasure(erasure_id);
      const { state } = await ports.commands.load(erasure, stream);
      if (state?.status !== 'approved') return;
      try {
        await closeAccount(ports, state.kind, state.person_id, origin);
      } catch (error) {
        if (!isDomainError(error, 'LAST_SUPERADMIN')) throw error;
        await ports.commands.execute(erasure, { stream, command: { type: 'abandon' }, ...origin });
        ports.log.warn(
          { event: 'erasure.declined', erasureId: erasure_id, reason: error.code },
          'Erasure declined, because the person is the last active SuperAdmin',
        );
        return;
      }
      await destroySubjects(ports, state.subjects);
      await rebuildReadModels(ports, [...new Set(state.subjects.map(kindOf))], abortSignal);
      await ports.commands.execute(erasure, {
        stream,
        command: { type: 'finish' },
        ...origin,
      });
    },
    'erasure.retain': (_payload, { abortSignal }) => eraseOutdated(ports, OUTDATED_BATCH, abortSignal),
  };
}
