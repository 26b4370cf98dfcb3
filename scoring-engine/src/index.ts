export * from './breakdown.ts';
export { explain } from './explain.ts';
export { type Judged, learn } from './learning.ts';
export * from './model.ts';
