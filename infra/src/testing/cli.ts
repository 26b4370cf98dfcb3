import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const LANDLINE = fileURLToPath(new URL('../cli/landline.ts', import.meta.url));

interface CliLocation {
  readonly dataDir: string;
  readonly cwd: string;
}

interface CommandResult {
  /** Exit code; null if the command was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const environmentOf = ({ dataDir }: Pick<CliLocation, 'dataDir'>) => ({
  ...process.env,
  DATA_DIR: dataDir,
});

/**
 * Returns functions that run `landline` in a child process. `place` is called before each command, so that it can depend on
 * `beforeAll`.
 */
export function cliFor(place: () => CliLocation) {
  const landline = (...args: string[]) =>
    new Promise<CommandResult>((resolve) => {
      const { cwd, dataDir } = place();
      const options = { cwd, env: environmentOf({ dataDir }) };
      const child = execFile(process.execPath, [LANDLINE, ...args], options, (_failed, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  /** Returns the output of a command that must succeed without warnings. */
  const outputOf = async (...args: string[]) => {
    const { stdout, ...others } = await landline(...args);
    expect(others, args.join(' ')).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  return { landline, outputOf, json: async (...args: string[]) => JSON.parse(await outputOf(...args)) };
}
