import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

interface LogFile {
  write(line: string): void;
  end(): void;
}

const MAX_BYTES = 50_000_000;

/**
 * Opens a log file of bounded size. An existing file, and later each full one, is renamed to `file.1`. A line that
 * cannot be written is lost, so that logging never blocks; each line tries again, and only the first failure is
 * reported.
 */
export function openLogFile(file: string, report: (error: Error) => void, maxBytes = MAX_BYTES): LogFile {
  let reported = false;
  const reportFirst = (error: unknown) => {
    if (!reported) report(error as Error);
    reported = true;
  };
  const open = (flags: 'w' | 'a') =>
    createWriteStream(file, { fd: openSync(file, flags, 0o600) }).on('error', reportFirst);
  const rotate = () => {
    // Only regular files are rotated, not devices such as /dev/null.
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) renameSync(file, `${file}.1`);
    return open('w');
  };
  let stream: WriteStream | undefined;
  try {
    stream = rotate();
  } catch (error) {
    reportFirst(error);
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
        stream = rotate();
        full.end(); // pending lines still go to the renamed file
      } catch (error) {
        reportFirst(error);
      }
    },
    end() {
      ended = true;
      stream?.end();
    },
  };
}
