import { startTestServices } from './services.ts';

/** The test services for a program that may not import them: sends their URLs, and ends when its parent does. */
const { databaseUrl, eventStoreUrl, postgres, stop } = await startTestServices();
process.send?.({ databaseUrl, eventStoreUrl, eventStoreDatabaseUrl: postgres.url('events') });
process.once('disconnect', () => void stop().then(() => process.exit()));
