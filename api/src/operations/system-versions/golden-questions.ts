import { streams } from '@landline/event-schemas';
import {
  clientsWithGoldenQuestions,
  compareGoldenRuns,
} from '../../assistant/golden-questions/comparison.ts';
import { goldenQuestions } from '../../assistant/golden-questions/golden-questions.ts';
import type { PromptsOfVersion } from '../../assistant/golden-questions/tasks.ts';
import type { ClientPrompt } from '../../assistant/prompts/contract.ts';
import { promptsOf } from '../../assistant/prompts/queries.ts';
import { promptOfDocument } from '../../assistant/prompts/restore.ts';
import { DomainError } from '../../platform/errors.ts';
import type { RouteRequest } from '../../platform/http/route.ts';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import type { OperationsPorts } from '../ports.ts';
import type { GoldenComparison } from './contract.ts';
import { differencesTo } from './document-differences.ts';
import { clientNames } from './rollback-preview.ts';
import { systemVersion, systemVersionUnknown } from './system-version.ts';

/** Returns the prompts that a client would have after a rollback to a version. */
export async function promptsOfVersion(
  { commands, eventStore, pool, pg }: Pick<OperationsPorts, 'commands' | 'eventStore' | 'pool' | 'pg'>,
  ...[clientId, versionId]: Parameters<PromptsOfVersion>
): Promise<readonly ClientPrompt[]> {
  const { state } = await commands.load(systemVersion, streams.systemVersion(versionId));
  if (!state) throw systemVersionUnknown();
  await waitUntilProjected(pg, 'system-versions', await eventStore.head());
  const prompts = new Map((await promptsOf(pool, clientId)).map((each) => [each.id, each]));
  for (const change of await differencesTo(pg, BigInt(state.position))) {
    if (change.kind !== 'prompt' || change.client_id !== clientId) continue;
    const prompt = promptOfDocument(change);
    if (prompt) prompts.set(prompt.id, prompt);
    else prompts.delete(change.id);
  }
  return [...prompts.values()];
}

interface Version {
  readonly version_id: string;
  readonly position: string;
}

/** Returns the clients that have golden questions and whose prompts a rollback to the version would change. */
async function clientsToCheck(
  { pg, pool }: Pick<OperationsPorts, 'pg' | 'pool'>,
  { position }: Version,
): Promise<readonly string[]> {
  const differences = await differencesTo(pg, BigInt(position));
  const changedClients = differences.flatMap(({ kind, client_id }) =>
    kind === 'prompt' ? (client_id ?? []) : [],
  );
  return changedClients.length === 0 ? [] : clientsWithGoldenQuestions(pool, [...new Set(changedClients)]);
}

/**
 * Requests a golden question run with the version's prompts for each client whose prompts a rollback would change. Returns
 * the number of clients.
 */
export async function requestGoldenRuns(
  ports: Pick<OperationsPorts, 'pg' | 'pool' | 'eventStore'>,
  version: Version,
  { execute, newId }: Pick<RouteRequest<unknown, unknown, unknown, undefined>, 'execute' | 'newId'>,
): Promise<number> {
  await waitUntilProjected(ports.pg, 'system-versions', await ports.eventStore.head());
  const clients = await clientsToCheck(ports, version);
  for (const client_id of clients) {
    const run_id = newId(`golden run ${client_id}`);
    const { version_id } = version;
    await execute(goldenQuestions, {
      stream: streams.goldenQuestions(client_id),
      command: { type: 'request_run', run_id, client_id, version_id, trigger: 'version' },
    });
  }
  return clients.length;
}

/** Compares the golden question results with a version's prompts to the current results. */
export async function compareGoldenQuestions(
  ports: Pick<OperationsPorts, 'pg' | 'pool'>,
  version: Version,
): Promise<GoldenComparison> {
  const ids = await clientsToCheck(ports, version);
  if (ids.length === 0) return { status: 'none', clients: [] };
  const [runs, names] = await Promise.all([
    compareGoldenRuns(ports.pool, version.version_id, ids),
    clientNames(ports.pg, ids),
  ]);
  const byClient = new Map(runs.map((each) => [each.client_id, each]));
  const clients = ids.map((client_id) => {
    const result = byClient.get(client_id) ?? NOT_ASKED;
    const is_worse = result.passed_with_version < result.passed_now;
    return { ...result, client_id, client_name: names.get(client_id) ?? client_id, is_worse };
  });
  return { status: statusOf(clients), clients };
}

const NOT_ASKED = {
  run: null,
  is_complete: false,
  compared: 0,
  passed_now: 0,
  passed_with_version: 0,
  lost: [],
};

function statusOf(clients: GoldenComparison['clients']): GoldenComparison['status'] {
  if (clients.some(({ run }) => run === null)) return 'not_asked';
  if (clients.some(({ run }) => run?.failure)) return 'failed';
  if (clients.some(({ run }) => run?.ended_at === null)) return 'running';
  if (clients.some(({ is_complete }) => !is_complete)) return 'not_asked';
  if (clients.some(({ is_worse }) => is_worse)) return 'worse';
  return clients.some(({ compared }) => compared === 0) ? 'not_compared' : 'not_worse';
}

const REJECTION_MESSAGES: Readonly<Partial<Record<GoldenComparison['status'], string>>> = {
  not_asked: 'Some golden questions have not been run against this version.',
  running: 'The golden questions are still running against this version.',
  failed: 'The golden questions could not be run against this version.',
  worse: 'Fewer golden questions pass with this version than now.',
  not_compared: 'The golden questions of some clients have not been run against the current configuration.',
};

/**
 * Throws if golden questions exist for the affected clients and their run is missing, unfinished, failed, worse than the
 * current results or without current results to compare with.
 */
export async function assertGoldenQuestionsPass(
  ports: Pick<OperationsPorts, 'pg' | 'pool'>,
  version: Version,
): Promise<void> {
  const { status } = await compareGoldenQuestions(ports, version);
  const problem = REJECTION_MESSAGES[status];
  if (problem === undefined) return;
  const advice =
    status === 'running'
      ? 'Wait for the results, or confirm that you want to roll back anyway.'
      : 'Confirm that you want to roll back anyway.';
  throw new DomainError('rule_broken', 'GOLDEN_RESULT_NOT_ACCEPTED', `${problem} ${advice}`);
}
