import { Command, Option } from 'commander';
import { operateOn } from './connection.ts';

/** Adds a group of commands to the program. */
type Add = (program: Command) => void;

/** Groups of commands in the order of the help; only the requested one is loaded. */
const GROUPS: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ['status', () => import('./status.ts').then(({ addStatusCommand }) => addStatusCommand)],
  ['datasets', () => import('./datasets.ts').then(({ addDatasetCommands }) => addDatasetCommands)],
  [
    'environment',
    () => import('./environment.ts').then(({ addEnvironmentCommands }) => addEnvironmentCommands),
  ],
  [
    'projections',
    () => import('./projections.ts').then(({ addProjectionCommands }) => addProjectionCommands),
  ],
  ['scoring', () => import('./scoring.ts').then(({ addScoringCommands }) => addScoringCommands)],
  ['events', () => import('./events.ts').then(({ addEventCommands }) => addEventCommands)],
  ['audit', () => import('./audit.ts').then(({ addAuditCommands }) => addAuditCommands)],
  ['backup', () => import('./backup.ts').then(({ addBackupCommands }) => addBackupCommands)],
  ['versions', () => import('./versions.ts').then(({ addVersionCommands }) => addVersionCommands)],
  ['staff', () => import('./staff.ts').then(({ addStaffCommands }) => addStaffCommands)],
  ['users', () => import('./users.ts').then(({ addUserCommands }) => addUserCommands)],
  ['demo', () => import('./demo.ts').then(({ addDemoCommands }) => addDemoCommands)],
]);

const program = new Command('landline');
program
  .description('Operates the running instance of DATA_DIR (.data by default), or any installation by its URL')
  .addOption(new Option('--url <url>', 'address of the installation to operate').env('LANDLINE_URL'))
  .addOption(new Option('--token <token>', 'operator token for --url').env('LANDLINE_TOKEN'))
  .hook('preAction', (command) => operateOn(command.opts()))
  .showHelpAfterError();

// The added empty argument serves as the value of a trailing option without one. The parser then rejects that option
// later, when its help lists all commands.
const [name = '', argument = ''] = program.parseOptions([...process.argv.slice(2), '']).operands;
const requested = GROUPS.get(name === 'help' ? argument : name);
for (const load of requested ? [requested] : GROUPS.values()) (await load())(program);

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
