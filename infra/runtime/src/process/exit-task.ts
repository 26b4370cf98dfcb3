let exitTask: () => Promise<unknown> = async () => undefined;

/** Sets the task that runs last when the process is asked to stop. It must limit its own time and never reject. */
export function setExitTask(task: () => Promise<unknown>): void {
  exitTask = task;
}

export const runExitTask = (): Promise<unknown> => exitTask();
