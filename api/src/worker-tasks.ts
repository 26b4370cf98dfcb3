import { embeddingsCron, embeddingsReactor, embeddingsTasks } from './answers/embeddings/tasks.ts';
import { billingReactor, billingTasks } from './billing/tasks.ts';
import { clientReactor, clientTasks } from './clients/tasks.ts';
import { contentRequestReactor, contentRequestTasks } from './content-requests/tasks.ts';
import type { Deps } from './deps.ts';
import { digestReactor, digestTasks } from './digest/tasks.ts';
import { environmentReactor, environmentTasks } from './environment/tasks.ts';
import { erasureCron, erasureReactor, erasureTasks } from './erasure/tasks.ts';
import { identityReactor, identityTasks } from './identity/tasks.ts';
import { impersonationReactor, impersonationTasks } from './impersonation/tasks.ts';
import { importReactor, importTasks } from './imports/tasks.ts';
import { notificationReactor, notificationTasks } from './notifications/tasks.ts';
import type { Reactor } from './reactors/reactor.ts';
import type { Task, Tasks } from './reactors/tasks.ts';
import { scrapingCron, scrapingReactor, scrapingTasks } from './scraping/tasks.ts';
import { systemVersionCron, systemVersionReactor, systemVersionTasks } from './system-versions/tasks.ts';
import { widgetTasks } from './widget/loads.ts';

/** What each capability does because of events. */
export const REACTORS: readonly Reactor[] = [
  billingReactor,
  clientReactor,
  contentRequestReactor,
  digestReactor,
  embeddingsReactor,
  environmentReactor,
  erasureReactor,
  identityReactor,
  impersonationReactor,
  importReactor,
  notificationReactor,
  scrapingReactor,
  systemVersionReactor,
];

/** What each capability does in the background. */
const CAPABILITIES: readonly Tasks[] = [
  billingTasks,
  clientTasks,
  contentRequestTasks,
  digestTasks,
  embeddingsTasks,
  environmentTasks,
  erasureTasks,
  identityTasks,
  impersonationTasks,
  importTasks,
  notificationTasks,
  scrapingTasks,
  systemVersionTasks,
  widgetTasks,
];

/** What they do at certain times. */
export const CRON = [embeddingsCron, erasureCron, scrapingCron, ...systemVersionCron];

/** All tasks there are, by name. */
export function allTasks(deps: Deps): Record<string, Task> {
  return Object.assign({}, ...CAPABILITIES.map((tasks) => tasks(deps)));
}
