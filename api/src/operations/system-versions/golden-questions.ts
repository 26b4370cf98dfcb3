import { streams } from '@landline/event-schemas';
import type { PromptsOfVersion } from '../../assistant/golden-questions/tasks.ts';
import type { ClientPrompt } from '../../assistant/prompts/contract.ts';
import { promptsOf } from '../../assistant/prompts/queries.ts';
import { promptOfDocument } from '../../assistant/prompts/restore.ts';
import { untilProjected } from '../../platform/reactors/until-projected.ts';
import type { OperationsPorts } from '../ports.ts';
import { differencesTo } from './document-differences.ts';
import { systemVersion, systemVersionUnknown } from './system-version.ts';

/** Returns the prompts that a client would have after a rollback to a version. */
export async function promptsOfVersion(
  { commands, eventStore, pool, pg }: Pick<OperationsPorts, 'commands' | 'eventStore' | 'pool' | 'pg'>,
  ...[clientId, versionId]: Parameters<PromptsOfVersion>
): Promise<readonly ClientPrompt[]> {
  const { state } = await commands.load(systemVersion, streams.systemVersion(versionId));
  if (!state) throw systemVersionUnknown();
  await untilProjected(pg, 'system-versions', await eventStore.head());
  const prompts = new Map((await promptsOf(pool, clientId)).map((each) => [each.id, each]));
  for (const change of await differencesTo(pg, BigInt(state.position))) {
    if (change.kind !== 'prompt' || change.client_id !== clientId) continue;
    const restored = promptOfDocument(change);
    if (restored) prompts.set(restored.id, restored);
    else prompts.delete(change.id);
  }
  return [...prompts.values()];
}
