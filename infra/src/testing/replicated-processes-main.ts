import { startReplicatedProcesses } from './replicated-processes.ts';

/**
 * The distributed environment for programs that cannot import it: sends its URLs and exits with its
 * parent.
 */
const { apis, superAdmin, databaseUrl, eventStoreUrl, dataDir, stop } = await startReplicatedProcesses();
process.send?.({ apis, superAdmin, databaseUrl, eventStoreUrl, dataDir });
process.once('disconnect', () => void stop().then(() => process.exit()));
