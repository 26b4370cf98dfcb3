import { Command, Option } from 'commander';
import { addAuditCommands } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { operateOn } from './connection.ts';
import { addDatasetCommands } from './datasets.ts';
import { addDemoCommands } from './demo.ts';
import { addEnvironmentCommands } from './environment.ts';
import { addEventCommands } from './events.ts';
import { addProjectionCommands } from './projections.ts';
import { addScoringCommands } from './scoring.ts';
import { addStaffCommands } from './staff.ts';
import { addStatusCommand } from './status.ts';
import { addUserCommands } from './users.ts';
import { addVersionCommands } from './versions.ts';

const program = new Command('landline');
program
  .description('Operates the running instance of DATA_DIR (.data by default), or any installation by its URL')
  .addOption(new Option('--url <url>', 'address of the installation to operate').env('LANDLINE_URL'))
  .addOption(new Option('--token <token>', 'operator token for --url').env('LANDLINE_TOKEN'))
  .hook('preAction', (command) => operateOn(command.opts()))
  .showHelpAfterError();

addStatusCommand(program);
addDatasetCommands(program);
addEnvironmentCommands(program);
addProjectionCommands(program);
addScoringCommands(program);
addEventCommands(program);
addAuditCommands(program);
addBackupCommands(program);
addVersionCommands(program);
addStaffCommands(program);
addUserCommands(program);
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
