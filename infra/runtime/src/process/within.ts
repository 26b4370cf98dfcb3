/** Awaits `work` for at most `ms` milliseconds, then throws the error that `late` returns. */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(late()), ms);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
