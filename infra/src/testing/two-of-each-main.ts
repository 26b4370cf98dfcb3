import { startTwoOfEach } from './two-of-each.ts';

/** The distributed form for a program that may not import it: sends where it runs, and ends when its parent does. */
const { apis, superAdmin, databaseUrl, eventStoreUrl, dataDir, stop } = await startTwoOfEach();
process.send?.({ apis, superAdmin, databaseUrl, eventStoreUrl, dataDir });
process.once('disconnect', () => void stop().then(() => process.exit()));
