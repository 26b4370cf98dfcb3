import { startTestServices } from './services.ts';

/** The test services for a program that may not import them: sends their URLs, and ends when its parent does. */
const { databaseUrl, eventStoreUrl, stop } = await startTestServices();
process.send?.({ databaseUrl, eventStoreUrl });
process.once('disconnect', () => void stop().then(() => process.exit()));
