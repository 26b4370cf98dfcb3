import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const LANDLINE = fileURLToPath(new URL('../cli/landline.ts', import.meta.url));

interface Place {
  readonly dataDir: string;
  readonly cwd: string;
}

interface Said {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const environmentOf = ({ dataDir }: Pick<Place, 'dataDir'>) => ({ ...process.env, DATA_DIR: dataDir });

/** `landline` as somebody types it, from anywhere. The place need not be known before the first command. */
export function shellOf(place: () => Place) {
  const landline = (...args: string[]) =>
    new Promise<Said>((resolve) => {
      const { cwd, dataDir } = place();
      const options = { cwd, env: environmentOf({ dataDir }) };
      const child = execFile(process.execPath, [LANDLINE, ...args], options, (_failed, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  /** What a command prints that has nothing to complain of. */
  const said = async (...args: string[]) => {
    const { stdout, ...others } = await landline(...args);
    expect(others, args.join(' ')).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  return { landline, said, json: async (...args: string[]) => JSON.parse(await said(...args)) };
}
