import {
  EMBEDDING_TASKS,
  embeddingsCron,
  embeddingsReactor,
  embeddingsTasks,
} from './assistant/answers/embeddings/tasks.ts';
import { billingReactor, billingTasks } from './assistant/billing/tasks.ts';
import { contentRequestReactor, contentRequestTasks } from './assistant/content-requests/tasks.ts';
import {
  GOLDEN_RUN_TASK,
  goldenQuestionCron,
  goldenQuestionReactor,
  goldenQuestionTasks,
} from './assistant/golden-questions/tasks.ts';
import { CRAWL_TASKS, websiteCron, websiteReactor, websiteTasks } from './assistant/website/tasks.ts';
import { widgetTasks } from './assistant/widget/load-counts.ts';
import { clientReactor, clientTasks } from './clients/clients/tasks.ts';
import { notificationReactor, notificationTasks } from './clients/notifications/tasks.ts';
import { impersonationReactor, impersonationTasks } from './identity/impersonation/tasks.ts';
import { identityReactor, identityTasks } from './identity/users/tasks.ts';
import { DEMO_TASK, demoTasks } from './operations/demo/assistant/tasks.ts';
import { erasureCron, erasureReactor, erasureTasks } from './operations/erasure/tasks.ts';
import { promptsOfVersion } from './operations/system-versions/golden-questions.ts';
import {
  systemVersionCron,
  systemVersionReactor,
  systemVersionTasks,
} from './operations/system-versions/tasks.ts';
import type { Reactor } from './platform/reactors/reactor.ts';
import type { Task, Tasks } from './platform/reactors/tasks.ts';
import type { Ports } from './ports.ts';
import { datasetAccessReactor, datasetAccessTasks } from './property/dataset-access/tasks.ts';
import { digestReactor, digestTasks } from './property/digest/tasks.ts';
import { environmentReactor, environmentTasks } from './property/environment/tasks.ts';
import { importReactor, importTasks } from './property/imports/tasks.ts';

/** Reactors of all capabilities. */
export const REACTORS: readonly Reactor[] = [
  billingReactor,
  clientReactor,
  contentRequestReactor,
  datasetAccessReactor,
  digestReactor,
  embeddingsReactor,
  environmentReactor,
  erasureReactor,
  goldenQuestionReactor,
  identityReactor,
  impersonationReactor,
  importReactor,
  notificationReactor,
  websiteReactor,
  systemVersionReactor,
];

/** Task factories of all capabilities. */
const TASK_FACTORIES: readonly Tasks<Ports>[] = [
  billingTasks,
  clientTasks,
  contentRequestTasks,
  datasetAccessTasks,
  demoTasks,
  digestTasks,
  embeddingsTasks,
  environmentTasks,
  erasureTasks,
  (ports) => goldenQuestionTasks(ports, (...version) => promptsOfVersion(ports, ...version)),
  identityTasks,
  impersonationTasks,
  importTasks,
  notificationTasks,
  websiteTasks,
  systemVersionTasks,
  widgetTasks,
];

/**
 * Names of the tasks that read websites or run models. They run in slots of their own, so that email never waits for them.
 * Imports, environment layers, erasures and rollbacks take long too, but have one queue each, which leaves slots for email.
 */
export const SLOW_TASKS: readonly string[] = [...CRAWL_TASKS, ...EMBEDDING_TASKS, GOLDEN_RUN_TASK, DEMO_TASK];

/** Scheduled tasks of all capabilities. */
export const CRON = [embeddingsCron, erasureCron, goldenQuestionCron, websiteCron, ...systemVersionCron];

/** Returns all tasks by name. */
export function allTasks(ports: Ports): Record<string, Task> {
  return Object.assign({}, ...TASK_FACTORIES.map((tasks) => tasks(ports)));
}
