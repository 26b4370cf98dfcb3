import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { destroySubjects, rebuildWithout } from './erase.ts';
import { outdatedConversations } from './outdated-conversations.ts';
import { clientsWithRetention, findOutdated, repeatedIn } from './queries.ts';
import { retention } from './retention.ts';

type Needs = Pick<Deps, 'commands' | 'config' | 'log' | 'pg'>;

/**
 * Erases what clients do not keep any longer, until nothing is left of it: so many conversations or messages at a time,
 * then read models are built again for all. A run that was broken off anywhere is finished by the next, and counted once.
 */
export async function eraseOutdated(deps: Needs, batchSize: number): Promise<void> {
  const { commands, pg } = deps;
  const runId = randomUUID();
  const erased: string[] = [];
  const clients: string[] = [];
  for (const clientId of await clientsWithRetention(pg)) {
    const subjects = await destroyOutdated(deps, { clientId, runId, batchSize });
    if (subjects.length === 0) continue;
    erased.push(...subjects);
    clients.push(clientId);
  }
  if (clients.length === 0) return;
  await rebuildWithout(deps, erased);
  for (const clientId of clients) {
    await commands.execute(outdatedConversations, {
      stream: streams.outdatedConversations(clientId),
      command: { type: 'finish' },
      actor: SYSTEM,
      correlationId: runId,
    });
  }
}

/** The subjects whose keys are destroyed and that read models may still show; those of an earlier run among them. */
async function destroyOutdated(
  deps: Needs,
  { clientId, runId, batchSize }: { clientId: string; runId: string; batchSize: number },
): Promise<string[]> {
  const { commands, pg } = deps;
  const stream = streams.outdatedConversations(clientId);
  const { state: brokenOff } = await commands.load(outdatedConversations, stream);
  const destroyed = [...(brokenOff?.subjects ?? [])];
  await destroySubjects(deps, destroyed);
  for (;;) {
    const { state: rule } = await commands.load(retention, streams.retention(clientId));
    if (rule.days === null) return destroyed;
    const found = await findOutdated(pg, { clientId, days: rule.days, limit: batchSize });
    if (found.length === 0) return destroyed;
    const conversations = found.flatMap(({ kind, id }) => (kind === 'conversation' ? [id] : []));
    const subjects = [
      ...found.map(({ kind, id }) => `${kind}:${id}`),
      ...(await repeatedIn(pg, conversations)),
    ];
    await commands.execute(outdatedConversations, {
      stream,
      command: { type: 'find', client_id: clientId, run_id: runId, days: rule.days, subjects },
      actor: SYSTEM,
      correlationId: runId,
    });
    await destroySubjects(deps, subjects);
    destroyed.push(...subjects);
  }
}
