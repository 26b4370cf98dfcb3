import { randomUUID } from 'node:crypto';
import { type ErasedKind, SYSTEM, streams } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { destroySubjects, rebuildWithout } from './erase.ts';
import { outdatedConversations } from './outdated-conversations.ts';
import { clientsWithRetention, findOutdated, repeatedIn } from './queries.ts';
import { retention } from './retention.ts';

type Needs = Pick<Deps, 'commands' | 'config' | 'log' | 'pg'>;

/** All that can be erased here, whatever a run finds: of a run that was broken off the next knows only the last batch. */
const OUTDATED_KINDS: readonly ErasedKind[] = ['conversation', 'leftMessage', 'contentRequest'];

/**
 * Erases what clients do not keep any longer, until nothing is left of it: so many conversations or messages at a time,
 * then read models are built again for all. A run that was broken off anywhere is finished by the next, and counted once.
 */
export async function eraseOutdated(deps: Needs, batchSize: number): Promise<void> {
  const { commands, pg } = deps;
  const runId = randomUUID();
  const clients: string[] = [];
  for (const clientId of await clientsWithRetention(pg)) {
    if (await destroyOutdated(deps, { clientId, runId, batchSize })) clients.push(clientId);
  }
  if (clients.length === 0) return;
  await rebuildWithout(deps, OUTDATED_KINDS);
  for (const clientId of clients) {
    await commands.execute(outdatedConversations, {
      stream: streams.outdatedConversations(clientId),
      command: { type: 'finish' },
      actor: SYSTEM,
      correlationId: runId,
    });
  }
}

/** Destroys the keys of what is outdated. Whether there were any, or a run was broken off: read models may still show it. */
async function destroyOutdated(
  deps: Needs,
  { clientId, runId, batchSize }: { clientId: string; runId: string; batchSize: number },
): Promise<boolean> {
  const { commands, pg } = deps;
  const stream = streams.outdatedConversations(clientId);
  const { state: brokenOff } = await commands.load(outdatedConversations, stream);
  await destroySubjects(deps, brokenOff?.subjects ?? []);
  for (let isDestroyed = brokenOff !== undefined; ; isDestroyed = true) {
    const { state: rule } = await commands.load(retention, streams.retention(clientId));
    if (rule.days === null) return isDestroyed;
    const found = await findOutdated(pg, { clientId, days: rule.days, limit: batchSize });
    if (found.length === 0) return isDestroyed;
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
  }
}
