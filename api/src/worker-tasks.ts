import type { Deps } from './deps.ts';
import { importReactor, importTasks } from './imports/tasks.ts';
import type { Reactor } from './reactors/reactor.ts';
import type { Task, Tasks } from './reactors/tasks.ts';

/** What each capability does because of events. */
export const REACTORS: readonly Reactor[] = [importReactor];

/** What each capability does in the background. */
const CAPABILITIES: readonly Tasks[] = [importTasks];

/** All tasks there are, by name. */
export function allTasks(deps: Deps): Record<string, Task> {
  return Object.assign({}, ...CAPABILITIES.map((tasks) => tasks(deps)));
}
