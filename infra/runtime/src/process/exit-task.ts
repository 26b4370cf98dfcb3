let work: () => Promise<unknown> = async () => undefined;

/** Sets the task that runs last when the process is asked to stop. It must limit its own time and never reject. */
export function beforeExit(lastWork: () => Promise<unknown>): void {
  work = lastWork;
}

export const workBeforeExit = (): Promise<unknown> => work();
