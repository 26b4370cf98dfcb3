/** Thresholds of spec 002 §9; each level applies above its threshold. */
export const errorRateLevel = (percent: number) =>
  percent > 50 ? 'Critical' : percent > 25 ? 'Warning' : 'Good';
export const responseTimeLevel = (milliseconds: number) => (milliseconds > 5_000 ? 'Slow' : 'Good');
export const slowRequestsLevel = (requests: number) => (requests > 10 ? 'High' : 'Good');
export const heapLevel = (megabytes: number) =>
  megabytes > 800 ? 'High' : megabytes > 500 ? 'Moderate' : 'Good';
export const queueLevel = (pendingPages: number) => (pendingPages > 1_000 ? 'High Queue' : 'Good');
export const recentRequestsLevel = (requests: number) => (requests > 100 ? 'High' : 'Good');
