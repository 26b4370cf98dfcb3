/** One piece of work at a time, in the order in which they were handed in. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

export function exclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
