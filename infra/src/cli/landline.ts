import { Command } from 'commander';
import { addAuditCommands } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addDatasetCommands } from './datasets.ts';
import { addDemoCommands } from './demo.ts';
import { addEnvironmentCommands } from './environment.ts';
import { addEventCommands } from './events.ts';
import { addProjectionCommands } from './projections.ts';
import { addScoringCommands } from './scoring.ts';
import { addStaffCommands } from './staff.ts';
import { addVersionCommands } from './versions.ts';

const program = new Command('landline')
  .description('Operates the running instance of DATA_DIR (.data by default)')
  .showHelpAfterError();

addDatasetCommands(program);
addEnvironmentCommands(program);
addProjectionCommands(program);
addScoringCommands(program);
addEventCommands(program);
addAuditCommands(program);
addBackupCommands(program);
addVersionCommands(program);
addStaffCommands(program);
addDemoCommands(program);

// The reader closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  await program.parseAsync();
  process.exit(process.exitCode ?? 0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
