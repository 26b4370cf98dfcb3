/** Preloaded into a process whose clock is wrong by `CLOCK_SKEW_MS`: shifts `Date`, not timers. */
const skew = Number(process.env.CLOCK_SKEW_MS ?? 0);
if (skew !== 0) {
  const RealDate = Date;
  const now = () => RealDate.now() + skew;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
  });
}
