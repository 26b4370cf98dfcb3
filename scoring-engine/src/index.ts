export * from './breakdown.ts';
export { explain } from './explain.ts';
export * from './model.ts';
export { type ClassifiedCandidate, train } from './training.ts';
