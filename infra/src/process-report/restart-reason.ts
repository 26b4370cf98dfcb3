export const EVENT_LOOP_BLOCKED = 'EVENT_LOOP_BLOCKED';

/** Why the supervisor restarted a process. */
export interface RestartReason {
  readonly code: typeof EVENT_LOOP_BLOCKED | 'PROCESS_EXITED';
  readonly message: string;
}

const VARIABLE = 'LANDLINE_RESTART_REASON';

/** Returns the environment variable that passes the reason to the restarted process. */
export const restartVariable = (reason: RestartReason | undefined): Record<string, string> =>
  reason === undefined ? {} : { [VARIABLE]: JSON.stringify(reason) };

/** Returns why the supervisor restarted this process; undefined for a first start. */
export function restartReason(env: NodeJS.ProcessEnv = process.env): RestartReason | undefined {
  const text = env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as RestartReason); // set by our own supervisor
}
