import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { cause, defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { closeAccount, destroySubjects, rebuildWithout } from './erase.ts';
import { erasure } from './erasure.ts';
import { eraseOutdated } from './retain.ts';
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

/** Every night. */
export const erasureCron = { task: 'erasure.retain', match: '15 3 * * *' };

/** Of conversations and messages: the keys of so many are destroyed together, and told in one event. */
const OUTDATED_BATCH = 1_000;

export function erasureTasks(deps: Deps): Record<string, Task> {
  return {
    'erasure.erase': async (payload) => {
      const { erasure_id, ...cause } = eraseJob.parse(payload);
      const origin = { actor: SYSTEM, ...cause };
      const stream = streams.erasure(erasure_id);
      const { state } = await deps.commands.load(erasure, stream);
      if (state?.status !== 'approved') return;
      await closeAccount(deps, state.kind, state.person_id, origin);
      await destroySubjects(deps, state.subjects);
      await rebuildWithout(deps, [...new Set(state.subjects.map(kindOf))]);
      await deps.commands.execute(erasure, {
        stream,
        command: { type: 'finish' },
        ...origin,
      });
    },
    /** Conversations that clients do not keep any longer. */
    'erasure.retain': () => eraseOutdated(deps, OUTDATED_BATCH),
  };
}
