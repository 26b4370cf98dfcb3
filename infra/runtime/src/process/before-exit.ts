let work: () => Promise<unknown> = async () => undefined;

/** Sets the last work of a process that is asked to stop. It has to limit its time, and must not reject. */
export function beforeExit(lastWork: () => Promise<unknown>): void {
  work = lastWork;
}

export const workBeforeExit = (): Promise<unknown> => work();
