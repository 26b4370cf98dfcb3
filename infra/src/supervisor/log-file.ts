import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

export interface LogFile {
  write(line: string): void;
  end(): void;
}

const MAX_BYTES = 50_000_000;

/**
 * A file of lines that does not grow for ever: what is in it, from before or when it is full, becomes `file.1`. What cannot
 * be written is told once and lost, and the next line is tried again: whoever writes a log goes on without it.
 */
export function openLogFile(file: string, tell: (error: Error) => void, maxBytes = MAX_BYTES): LogFile {
  let told = false;
  const failed = (error: unknown) => {
    if (!told) tell(error as Error);
    told = true;
  };
  const open = (flags: 'w' | 'a') =>
    createWriteStream(file, { fd: openSync(file, flags, 0o600) }).on('error', failed);
  const startAnew = () => {
    // Nothing is kept of a device.
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) renameSync(file, `${file}.1`);
    return open('w');
  };
  let stream: WriteStream | undefined;
  try {
    stream = startAnew();
  } catch (error) {
    failed(error);
  }
  let bytes = 0;
  let ended = false;
  return {
    write(line) {
      if (ended) return;
      try {
        if (!stream || stream.destroyed) stream = open('a');
        bytes += Buffer.byteLength(line) + 1;
        stream.write(`${line}\n`);
        if (bytes < maxBytes) return;
        bytes = 0;
        const full = stream;
        stream = startAnew();
        full.end(); // what was not written yet goes where the file is by then
      } catch (error) {
        failed(error);
      }
    },
    end() {
      ended = true;
      stream?.end();
    },
  };
}
