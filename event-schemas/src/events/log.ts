import { z } from 'zod';
import { defineEvent } from '../define.ts';

export const logEvents = {
  /**
   * The first event of every log. Its id identifies the log: a checkpoint of another log requires a rebuild.
   */
  LogCreated: defineEvent({ data: z.object({ log_id: z.uuid() }) }),
};
