import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { closeAccount, eraseSubjects } from './erase.ts';
import { erasure } from './erasure.ts';
import { outdatedConversations } from './queries.ts';

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

/** So many conversations are erased with one rebuild. */
const MAX_OUTDATED = 5_000;

export function erasureTasks(deps: Deps): Record<string, Task> {
  return {
    'erasure.erase': async (payload) => {
      const { erasure_id } = z.object({ erasure_id: z.string() }).parse(payload);
      const stream = streams.erasure(erasure_id);
      const { state } = await deps.commands.load(erasure, stream);
      if (state?.status !== 'approved') return;
      await closeAccount(deps, state.kind, state.person_id, erasure_id);
      await eraseSubjects(deps, state.subjects);
      await deps.commands.execute(erasure, {
        stream,
        command: { type: 'finish' },
        actor: SYSTEM,
        correlationId: erasure_id,
      });
    },
    /** Conversations that a client does not keep any longer. */
    'erasure.retain': async () => {
      const outdated = await outdatedConversations(deps.pg, MAX_OUTDATED);
      if (outdated.length === 0) return;
      await eraseSubjects(deps, outdated);
      deps.log.info({ subjects: outdated.length, run: randomUUID() }, 'Outdated conversations were erased');
    },
  };
}
