import { createWriteStream, existsSync, openSync, renameSync } from 'node:fs';

export interface LogFile {
  write(line: string): void;
  end(): void;
}

const MAX_BYTES = 50_000_000;

/** A file of lines that does not grow for ever: what is in it, from before or when it is full, becomes `file.1`. */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  const open = () => {
    if (existsSync(file)) renameSync(file, `${file}.1`);
    return createWriteStream(file, { fd: openSync(file, 'w', 0o600) });
  };
  let stream = open();
  let bytes = 0;
  return {
    write(line) {
      bytes += Buffer.byteLength(line) + 1;
      stream.write(`${line}\n`);
      if (bytes < maxBytes) return;
      stream.end(); // what was not written yet goes where the file is by then
      stream = open();
      bytes = 0;
    },
    end: () => stream.end(),
  };
}
