export * from './breakdown.ts';
export { explain } from './explain.ts';
export * from './model.ts';
