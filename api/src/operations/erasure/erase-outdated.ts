import { randomUUID } from 'node:crypto';
import { type ErasedKind, SYSTEM, streams } from '@landline/event-schemas';
import type { OperationsPorts } from '../ports.ts';
import { destroySubjects, rebuildReadModels } from './erase.ts';
import { outdatedConversations } from './outdated-conversations.ts';
import { clientsWithRetention, contentRequestsQuoting, findOutdated } from './queries.ts';
import { retention } from './retention.ts';

type Ports = Pick<OperationsPorts, 'commands' | 'config' | 'log' | 'pg'>;

/** Kinds that a run can erase. All are rebuilt: an interrupted run has recorded only its last batch. */
const OUTDATED_KINDS: readonly ErasedKind[] = ['conversation', 'leftMessage', 'contentRequest'];

/**
 * Erases conversations and messages past their retention in batches, then rebuilds the read models once. The next run
 * finishes an interrupted one.
 */
export async function eraseOutdated(ports: Ports, batchSize: number, signal?: AbortSignal): Promise<void> {
  const { commands, pg } = ports;
  const runId = randomUUID();
  const clients: string[] = [];
  for (const clientId of await clientsWithRetention(pg)) {
    if (await destroyOutdated(ports, { clientId, runId, batchSize })) clients.push(clientId);
  }
  if (clients.length === 0) return;
  await rebuildReadModels(ports, OUTDATED_KINDS, signal);
  for (const clientId of clients) {
    await commands.execute(outdatedConversations, {
      stream: streams.outdatedConversations(clientId),
      command: { type: 'finish' },
      actor: SYSTEM,
      correlationId: runId,
    });
  }
}

/** Destroys the keys of outdated data. Returns whether read models may still show some of that data. */
async function destroyOutdated(
  ports: Ports,
  { clientId, runId, batchSize }: { clientId: string; runId: string; batchSize: number },
): Promise<boolean> {
  const { commands, pg } = ports;
  const stream = streams.outdatedConversations(clientId);
  const { state: interrupted } = await commands.load(outdatedConversations, stream);
  await destroySubjects(ports, interrupted?.subjects ?? []);
  for (let hasDestroyed = interrupted !== undefined; ; hasDestroyed = true) {
    const { state: rule } = await commands.load(retention, streams.retention(clientId));
    if (rule.days === null) return hasDestroyed;
    const found = await findOutdated(pg, { clientId, days: rule.days, limit: batchSize });
    if (found.length === 0) return hasDestroyed;
    const conversations = found.flatMap(({ kind, id }) => (kind === 'conversation' ? [id] : []));
    const subjects = [
      ...found.map(({ kind, id }) => `${kind}:${id}`),
      ...(await contentRequestsQuoting(pg, conversations)),
    ];
    await commands.execute(outdatedConversations, {
      stream,
      command: { type: 'find', client_id: clientId, run_id: runId, days: rule.days, subjects },
      actor: SYSTEM,
      correlationId: runId,
    });
    await destroySubjects(ports, subjects);
  }
}
