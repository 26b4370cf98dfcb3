const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Formats seconds as days and hours, hours and minutes, minutes, or seconds: `2 d 3 h`, `5 min`, `12 s`. */
export function formatDuration(seconds: number): string {
  const index = UNITS.findIndex(([, length]) => seconds >= length);
  const unit = UNITS[index];
  if (!unit) return `${Math.floor(seconds)} s`;
  const [name, length] = unit;
  const next = UNITS[index + 1];
  const remainder = next ? Math.floor((seconds % length) / next[1]) : 0;
  const whole = `${Math.floor(seconds / length)} ${name}`;
  return next && remainder > 0 ? `${whole} ${remainder} ${next[0]}` : whole;
}
