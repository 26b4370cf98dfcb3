/** Omits undefined fields: those that the request body did not contain. */
export const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  }; // Object.fromEntries loses the type of each key
