import { type DestinationStream, type Logger, pino } from 'pino';
import { serializeError } from './serialize-error.ts';

/** Creates a process's logger, which writes JSON lines to stdout or to `destination`. */
export const createLogger = (name: string, level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: { name, pid: process.pid }, serializers: { err: serializeError } }, destination);
