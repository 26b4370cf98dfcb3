import { startTestServices } from './services.ts';

/** Test services for programs that cannot import them: sends their URLs and exits with its parent. */
const { databaseUrl, eventStoreUrl, postgres, stop } = await startTestServices();
process.send?.({ databaseUrl, eventStoreUrl, eventStoreDatabaseUrl: postgres.url('events') });
process.once('disconnect', () => void stop().then(() => process.exit()));
