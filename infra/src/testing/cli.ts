import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const LANDLINE = fileURLToPath(new URL('../cli/landline.ts', import.meta.url));

interface Place {
  readonly dataDir: string;
  readonly cwd: string;
}

interface CommandResult {
  /** Exit code; null if the command was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const environmentOf = ({ dataDir }: Pick<Place, 'dataDir'>) => ({ ...process.env, DATA_DIR: dataDir });

/** Runs `landline` as a user would, from any directory. `place` is resolved at the first command. */
export function cliFor(place: () => Place) {
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
