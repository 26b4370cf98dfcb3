export * from './candidate.ts';
export * from './define.ts';
export * from './events/index.ts';
export type { UserEventName } from './events/user.ts';
export * from './metadata.ts';
export * from './streams.ts';
export * from './vocabulary.ts';
